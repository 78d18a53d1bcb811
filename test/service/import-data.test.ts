import fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { ProjectSummary } from '#shared/contract/project.ts';
import type { StoredReceipt } from '#shared/model/receipt.ts';
import { assayOk } from '../helpers/command-line.ts';
import { withProject } from '../helpers/service-client.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// Real data, imported by the command line alone: the folder is named, everything in it is recognised.

const data = process.env.ASSAY_DATA ?? path.resolve(import.meta.dirname, '..', '..', '..', 'shared', 'data');
const folder = temporaryFolder();
const has = (name: string) => fs.existsSync(path.join(data, name));

/** Rows of the table that is printed at the end: folder, format and part, file, and the receipt's counts. */
const table: (string | number)[][] = [['folder', 'what', 'file', 'read', 'new', 'unchanged', 'rejected']];
afterAll(() => {
  if (table.length === 1) return;
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => String(row[column]).length)));
  const line = (row: readonly (string | number)[]) =>
    row.map((cell, column) => String(cell)[column < 3 ? 'padEnd' : 'padStart'](widths[column]!)).join('  ');
  console.log(table.map(line).join('\n'));
});

/** Folders of the data that are not imported: inputs of comparisons. */
const NOT_IMPORTED = new Set(['compare']);

type Printed = { receipts: StoredReceipt[]; leftAlone: string[]; refused: unknown[] };

async function importing(name: string, ...also: string[]): Promise<Printed & { file: string; kept: Record<string, number> }> {
  const file = path.join(folder, `${name.replaceAll('/', '-')}.assay`);
  await assayOk(['new', file]);
  const printed = (
    await assayOk(['import', file, ...[name, ...also].map((each) => path.join(data, each)), '--json'])
  ).json<Printed>();
  for (const { what, file: of, read, kept, unchanged, rejected } of printed.receipts) {
    table.push([name, what, of, read, kept, unchanged, rejected]);
  }
  for (const receipt of printed.receipts) expect(receipt.read).toBe(receipt.kept + receipt.unchanged + receipt.rejected);
  expect(printed.refused).toEqual([]);
  return { ...printed, file, kept: Object.fromEntries(printed.receipts.map((receipt) => [receipt.what, receipt.kept])) };
}

const summary = (file: string): Promise<ProjectSummary> => withProject(file, (client) => client.call('project.summary', null));

const exported = async (file: string, ...args: string[]): Promise<string> => {
  const out = path.join(folder, `out${fs.readdirSync(folder).length}`);
  await assayOk(['export', file, ...args, '--out', out]);
  return out;
};
const parsed = (...parts: string[]) => JSON.parse(fs.readFileSync(path.join(...parts), 'utf8')) as unknown;

test.skipIf(!fs.existsSync(data))('every folder of the data is imported by a test here', () => {
  const folders = fs.readdirSync(data, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const known = new Set(['spider-dev', 'bird-mini-dev', 'spider2-snow', 'spider2-aifunc', 'transcripts', ...NOT_IMPORTED]);
  expect(folders.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
});

test.skipIf(!has('spider-dev'))(
  'spider-dev: 1,034 instances on 20 databases, seven systems (set ASSAY_DATA to the folder of the data)',
  async () => {
    const { file, kept, receipts } = await importing('spider-dev');
    expect(kept).toMatchObject({ 'instances with gold': 1_034, schemas: 20 });
    expect(receipts.filter(({ what }) => what.startsWith('predictions of')).map((receipt) => receipt.kept)).toEqual(
      Array(7).fill(1_034),
    );
    expect(await summary(file)).toMatchObject({ instances: 1_034, golds: 1_034, systems: 7, predictions: 7_238 });
    const out = await exported(file, 'benchmark');
    for (const name of ['dev.json', 'tables.json']) expect(parsed(out, name), name).toEqual(parsed(data, 'spider-dev', name));
    const again = await exported(file, 'predictions', '--system', 'dail-sql-gpt4', '--format', 'lines');
    const lines = (place: string) =>
      fs
        .readFileSync(place, 'utf8')
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => line.trim());
    expect(lines(path.join(again, 'dail-sql-gpt4.txt'))).toEqual(
      lines(path.join(data, 'spider-dev', 'predictions', 'dail-sql-gpt4.txt')),
    );
  },
);

test.skipIf(!has('bird-mini-dev'))('bird-mini-dev: 500 instances with gold, predictions of five models', async () => {
  const { file, receipts } = await importing('bird-mini-dev');
  expect(receipts.map((receipt) => receipt.kept)).toEqual(Array(6).fill(500));
  expect(await summary(file)).toMatchObject({ instances: 500, golds: 500, systems: 5, predictions: 2_500 });
  const out = await exported(file, 'benchmark');
  const own = fs.readdirSync(path.join(data, 'bird-mini-dev')).find((name) => /^mini_dev_sqlite\.jsonl?$/.test(name))!;
  expect(parsed(out, 'dev.json')).toEqual(parsed(data, 'bird-mini-dev', own));
  const again = await exported(file, 'predictions', '--system', 'gpt-4', '--format', 'bird-json');
  const [predictions] = (fs.readdirSync(path.join(data, 'bird-mini-dev'), { recursive: true }) as string[]).filter((name) =>
    name.endsWith('predict_mini_dev_gpt-4_sqlite.json'),
  );
  expect(parsed(again, 'predict_gpt-4.json')).toEqual(parsed(data, 'bird-mini-dev', predictions!));
});

test.skipIf(!has('spider2-snow'))(
  'spider2-snow: 547 instances, golds as SQL and as tables, 15 schemas, both submissions, and a transcript',
  async () => {
    const { file, kept } = await importing('spider2-snow', 'transcripts/spider-agent-tc');
    const tables = fs.readdirSync(path.join(data, 'spider2-snow', 'gold', 'exec_result')).length;
    expect(kept).toMatchObject({
      instances: 547,
      'evaluation configuration': 547,
      'gold SQL': 91,
      'gold result tables': tables,
      schemas: 15,
      'predictions of example_submission_folder': 3,
      'predictions of example_submission_folder_csv': 7,
      'trajectories of spider-agent-tc': 1,
    });
    const figures = (await assayOk(['trajectories', file, '--json'])).json<unknown[]>();
    expect(figures).toEqual([
      expect.objectContaining({
        runs: 1,
        rounds: 25,
        sqlCalls: 1,
        bashCalls: 24,
        firstSuccess: { mean: null, runs: 0 },
        limitReached: 1,
      }),
    ]);
    const out = path.join(folder, 'snow-again');
    await assayOk(['export', file, 'benchmark', '--out', out]);
    const records = (name: string) =>
      fs
        .readFileSync(name, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { instance_id: string });
    expect(records(path.join(out, 'spider2-snow.jsonl'))).toEqual(records(path.join(data, 'spider2-snow', 'spider2-snow.jsonl')));
    const byId = (name: string) => new Map(records(name).map((record) => [record.instance_id, record]));
    expect(byId(path.join(out, 'gold', 'spider2snow_eval.jsonl'))).toEqual(
      byId(path.join(data, 'spider2-snow', 'gold', 'spider2snow_eval.jsonl')),
    );
    for (const name of fs.readdirSync(path.join(data, 'spider2-snow', 'gold', 'exec_result'))) {
      const place = (root: string) => fs.readFileSync(path.join(root, 'gold', 'exec_result', name), 'latin1');
      expect(place(out) === place(path.join(data, 'spider2-snow')), name).toBe(true);
    }
  },
);

test.skipIf(!has('spider2-aifunc'))(
  'spider2-aifunc: 393 instances without gold, and the two examples with gold and prediction',
  async () => {
    const { file, kept, leftAlone } = await importing('spider2-aifunc');
    expect(kept).toMatchObject({ instances: 393, 'gold SQL': 2, 'predictions of examples': 2, documents: 1 });
    expect(leftAlone.map((place) => path.basename(place))).toEqual(['example_tasks.jsonl']);
    const examples = path.join(data, 'spider2-aifunc', 'examples', 'example_tasks.jsonl');
    const again = (await assayOk(['import', file, '--format', 'spider2-aifunc', '--path', examples, '--json'])).json<Printed>();
    expect(again.receipts).toMatchObject([{ read: 2, kept: 0, unchanged: 2 }]);
    const hits = (await assayOk(['search', file, 'AI_CLASSIFY', '--in', 'sql', '--json'])).json<{
      hits: { instanceId: string }[];
    }>().hits;
    expect(hits.map((hit) => hit.instanceId)).toContain('sf_bq028');
  },
);
