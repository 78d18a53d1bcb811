import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import {
  BENCHMARK_FORMATS,
  type ImportItem,
  OUTCOME_FORMATS,
  PREDICTION_FORMATS,
  TRAJECTORY_FORMATS,
} from '#shared/contract/import.ts';
import { type ImportProject, importProject, jsonLines, madeBenchmark, madeTasks, writeFiles } from '../helpers/import-project.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { zipOf } from '../helpers/zip.ts';

// A valid file of every format, cut off, flipped, doubled or with bytes put in at any place: the reader refuses it or gives a
// receipt that adds up, and the valid file itself is read whole.

const root = temporaryFolder();
let empty: ImportProject;
let filled: ImportProject;
beforeAll(async () => {
  empty = importProject(root);
  filled = importProject(root);
  await filled.run(madeBenchmark(path.join(root, 'benchmark')));
});

const messages = [
  { role: 'user', content: 'Question 0: how many?' },
  { role: 'assistant', content: 'x', tool_calls: [{ id: 'c1', function: { name: 'sql', arguments: '{"sql": "SELECT 1"}' } }] },
  { role: 'tool', tool_call_id: 'c1', content: '```csv\na\n1\n```' },
];
const rollout = {
  instance_id: 'sf_bq000',
  rollout_idx: 0,
  conversation: [
    { role: 'user', content: 'Question 0: how many?' },
    { role: 'assistant', content: null, tool_calls: [{ name: 'terminate', arguments: { answer: 'SELECT 1' } }] },
  ],
  terminated: true,
};
const spiderTables = {
  db_id: 'town',
  table_names_original: ['town'],
  column_names_original: [
    [-1, '*'],
    [0, 'id'],
  ],
  column_types: ['text', 'number'],
  primary_keys: [1],
  foreign_keys: [],
};
const spiderInstance = (n: number) => ({ db_id: 'town', question: `How many? ${n}`, query: `SELECT ${n} FROM town` });
const agentLog = {
  finished: true,
  steps: 1,
  result: 'a.csv',
  Task: 'Question 0: how many?',
  trajectory: [{ observation: '', thought: 'x', action: 'SNOWFLAKE_EXEC_SQL(sql_query="SELECT 1", is_save=True)', response: '' }],
};
const reforce = '2025-01-01 10:00:00 - Thread-1 (execute) - INFO - [Try to execute]\nSELECT 1\n[Try to execute]\n';
const outcome = { instance_id: 'sf_bq000', status: 'match', score: 1 };
const toolkit = { id: 'sf_bq000', predictions: { a: { evaluation: { execution_accuracy: 1 } } } };

type Case = {
  readonly files: Readonly<Record<string, unknown>>;
  readonly at?: string;
  readonly onEmpty?: boolean;
  readonly read: number;
};

const pretty = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`;

/** Small valid files of each format, where the item stands in them, and how many records they hold. */
const CASES: Readonly<Record<ImportItem['format'], Case>> = {
  spider: {
    files: {
      'dev.json': pretty([spiderInstance(1), spiderInstance(2), spiderInstance(3)]),
      'tables.json': [spiderTables],
      'dev_gold.sql': 'SELECT 1 FROM town\ttown\nSELECT 2 FROM town\ttown\nSELECT 3 FROM town\ttown\n',
    },
    onEmpty: true,
    read: 7,
  },
  bird: {
    files: {
      'dev.json': pretty(
        [0, 1].map((n) => ({
          question_id: n,
          db_id: 'd',
          question: `q${n}`,
          evidence: '',
          SQL: 'SELECT 1',
          difficulty: 'simple',
        })),
      ),
    },
    onEmpty: true,
    read: 2,
  },
  'spider2-snow': { files: { 'spider2-snow.jsonl': jsonLines(madeTasks(3)) }, onEmpty: true, read: 3 },
  'spider2-lite': {
    files: {
      'spider2-lite.jsonl': jsonLines([
        { instance_id: 'bq1', db: 'D', question: 'q' },
        { instance_id: 'local2', db: 'E', question: 'r' },
      ]),
    },
    onEmpty: true,
    read: 2,
  },
  'spider2-aifunc': {
    files: {
      'spider2-aifunc.jsonl': jsonLines([
        {
          instance_id: 'sf_a',
          db_id: 'D',
          instruction: 'q',
          variant: 'main',
          ai_functions: ['AI_AGG'],
          eval_config: { condition_cols: [0], ignore_order: false },
        },
      ]),
    },
    onEmpty: true,
    read: 1,
  },
  table: {
    files: { 't.csv': 'id,question,gold\na,"how, many?",SELECT 1\nb,"two\nlines",SELECT 2\n' },
    at: 't.csv',
    onEmpty: true,
    read: 2,
  },
  gold: {
    files: {
      'sql/sf_bq000.sql': 'SELECT 1',
      'exec_result/sf_bq001_a.csv': 'a,b\n1,"x\ny"\n',
      'snow_eval.jsonl': jsonLines([{ instance_id: 'sf_bq002', condition_cols: [[0]], ignore_order: true }]),
    },
    read: 3,
  },
  'gold-tables': {
    files: { 'g.jsonl': jsonLines([{ instance_id: 'sf_bq000', gold_tables: ['A.B.C'] }]) },
    at: 'g.jsonl',
    read: 1,
  },
  schemas: {
    files: {
      'SHOP/PUBLIC/DDL.csv':
        'table_name,description,DDL\nITEM,,"create table ITEM (\n ""id"" NUMBER\n);"\nLOST,,create table LOST (x NUMBER)\n',
      'SHOP/PUBLIC/ITEM.json': { table_name: 'PUBLIC.ITEM', column_names: ['id'], column_types: ['NUMBER'] },
    },
    read: 1,
  },
  databases: { files: { 'SHOP.sqlite': Buffer.alloc(0) }, read: 1 },
  documents: { files: { 'notes.md': '# Notes' }, read: 1 },
  lines: { files: { 'p.sql': 'SELECT 1\nSELECT 2\nSELECT 3\nSELECT 4\n' }, at: 'p.sql', read: 4 },
  'sql-folder': { files: { 'sf_bq000.sql': '```sql\nSELECT 1\n```', 'sf_bq001/final.sql': 'SELECT a &gt; 1' }, read: 2 },
  'csv-folder': { files: { 'sf_bq000.csv': 'a,b\n1,"x\ny"\n', 'sf_bq001.csv': 'a\n' }, read: 2 },
  jsonl: {
    files: {
      'p.jsonl': jsonLines([
        { id: 'sf_bq000', pred_sql: 'SELECT 1' },
        { instance_id: 'sf_bq001', sql: 'SELECT "x"' },
      ]),
    },
    at: 'p.jsonl',
    read: 2,
  },
  'bird-json': {
    files: { 'p.json': pretty({ '0': 'SELECT 1\t----- bird -----\tSHOP', '1': 0, '2': 'SELECT 2' }) },
    at: 'p.json',
    read: 3,
  },
  csv: { files: { 'p.csv': 'id,pred_sql\nsf_bq000,"SELECT 1,\n2"\nsf_bq001,SELECT 2\n' }, at: 'p.csv', read: 2 },
  'spider-agent-tc': { files: { 'sf_bq000.json': pretty([rollout, { ...rollout, rollout_idx: 1 }]) }, read: 4 },
  'spider-agent': { files: { 'sf_bq000/spider/result.json': pretty(agentLog), 'sf_bq000/a.csv': 'a\n1\n' }, read: 2 },
  'dsr-sql': {
    files: {
      'outcome/sf_bq000_0_result.json': pretty([
        { instance_id: 'sf_bq000', question: 'Question 0: how many?', final_SQL: 'SELECT 1' },
      ]),
      'log/sf_bq000_0/status_1.jsonl': jsonLines([
        { TIME: 't', step: 'plan', status: { sql: 'SELECT 1', result_acceptable: true } },
      ]),
    },
    read: 2,
  },
  reforce: {
    files: {
      'sf_bq000/0log.log': reforce,
      'sf_bq000/0result.sql': 'SELECT 1',
      'sf_bq000/log.log': reforce,
      'sf_bq000/result.sql': 'SELECT 1',
      'sf_bq000/result.csv': 'a\n1\n',
    },
    read: 4,
  },
  messages: { files: { 'm.jsonl': jsonLines([{ instance_id: 'sf_bq000', messages }]), 'sf_bq001.json': messages }, read: 4 },
  inspect: {
    files: {
      'a.eval': zipOf([{ name: 'samples/1.json', content: JSON.stringify({ id: 'sf_bq000', epoch: 1, messages }) }]),
      'b.json': { version: 2, eval: {}, samples: [{ id: 'sf_bq001', epoch: 1, messages }] },
    },
    read: 4,
  },
  'aifunc-eval': {
    files: { 'eval_details.jsonl': jsonLines([outcome, { ...outcome, instance_id: 'sf_bq001', status: 'mismatch', score: 0 }]) },
    read: 2,
  },
  'spider2-ids': { files: { 'p.csv': 'output\nsf_bq000\nsf_bq001\n' }, at: 'p.csv', read: 2 },
  'spider2-log': { files: { 'log.txt': "start\n{'sf_bq000': 1, 'sf_bq001': 0}\n" }, at: 'log.txt', read: 2 },
  'text2sql-eval-toolkit': { files: { 'p.json': pretty([toolkit]) }, at: 'p.json', read: 1 },
};

function itemOf(format: ImportItem['format'], place: string): ImportItem {
  const is = (formats: readonly string[]) => formats.includes(format);
  if (is(BENCHMARK_FORMATS)) return { kind: 'benchmark', format, path: place } as ImportItem;
  if (is(PREDICTION_FORMATS)) return { kind: 'predictions', format, path: place, system: 'a', group: 'open' } as ImportItem;
  if (is(TRAJECTORY_FORMATS)) return { kind: 'trajectories', format, path: place, system: 'a' } as ImportItem;
  if (is(OUTCOME_FORMATS)) return { kind: 'outcomes', format, path: place, system: 'a' } as ImportItem;
  throw new Error(`no kind has the format ${format}`);
}

type Mutation = (bytes: Buffer) => Buffer;
/** A place as a share of the file, so that it fits every file. */
const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const at = (bytes: Buffer, share: number) => Math.floor(bytes.length * share);
const inserted = fc.constantFrom('\0', '"', '\\', '{', '}', '[', ']', ',', '\n', '\t', '\r', 'é', '\ufeff', '../', "'", '```');
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  place.map(
    (share): Mutation =>
      (bytes) =>
        bytes.subarray(0, at(bytes, share)),
  ),
  place.map(
    (share): Mutation =>
      (bytes) =>
        bytes.subarray(at(bytes, share)),
  ),
  fc.tuple(place, place).map(
    ([a, b]): Mutation =>
      (bytes) =>
        Buffer.concat([bytes.subarray(0, at(bytes, a)), bytes.subarray(at(bytes, b))]),
  ),
  fc.tuple(place, inserted).map(
    ([a, text]): Mutation =>
      (bytes) =>
        Buffer.concat([bytes.subarray(0, at(bytes, a)), Buffer.from(text), bytes.subarray(at(bytes, a))]),
  ),
  fc.tuple(place, fc.integer({ min: 0, max: 255 })).map(
    ([a, byte]): Mutation =>
      (bytes) => {
        const changed = Buffer.from(bytes);
        if (changed.length > 0) changed[at(bytes, a)] = byte;
        return changed;
      },
  ),
  fc.constant<Mutation>((bytes) => Buffer.from(`\ufeff${bytes.toString('latin1')}`, 'utf16le')),
  fc.constant<Mutation>((bytes) => Buffer.from(bytes.toString('utf8').replaceAll('S', 'é'), 'latin1')),
);

let made = 0;

async function previewOf(format: ImportItem['format'], files: Readonly<Record<string, unknown>>) {
  const { at: file = '', onEmpty = false } = CASES[format];
  const folder = writeFiles(path.join(root, `m${made++}`), files);
  const [preview] = await (onEmpty ? empty : filled).preview(itemOf(format, path.join(folder, file)));
  fs.rmSync(folder, { recursive: true });
  return preview!;
}

const FORMATS = Object.keys(CASES) as ImportItem['format'][];

test.each(FORMATS)(
  '%s: a valid file is read whole, and whatever happens to it, nothing is lost without a word',
  async (format) => {
    const { files, read } = CASES[format];
    const valid = await previewOf(format, files);
    expect(valid.refused).toBeNull();
    expect(valid.receipts.reduce((sum, receipt) => sum + receipt.read, 0)).toBe(read);
    expect(valid.receipts.flatMap((receipt) => receipt.rejections)).toEqual([]);

    const names = Object.keys(files);
    await fc.assert(
      fc.asyncProperty(fc.nat(names.length - 1), fc.array(mutation, { minLength: 1, maxLength: 3 }), async (which, mutations) => {
        const name = names[which]!;
        const content = files[name];
        const bytes = Buffer.isBuffer(content)
          ? content
          : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
        const preview = await previewOf(format, {
          ...files,
          [name]: mutations.reduce((changed, mutate) => mutate(changed), bytes),
        });
        for (const receipt of preview.receipts) {
          expect(receipt.read).toBe(receipt.kept + receipt.unchanged + receipt.rejected);
          expect(receipt.rejections).toHaveLength(receipt.rejected);
          for (const { reason, file } of receipt.rejections) expect(reason !== '' && file !== '').toBe(true);
        }
        expect(preview.refused === null ? preview.receipts.length : preview.refused.message.length).toBeGreaterThan(0);
      }),
      { numRuns: 25 },
    );
  },
);
