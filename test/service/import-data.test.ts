import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ProjectSummary } from '#shared/contract/project.ts';
import type { StoredReceipt } from '#shared/model/receipt.ts';
import { assayOk } from '../helpers/command-line.ts';
import { withProject } from '../helpers/service-client.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// Real data, imported by the command line alone: the folder is named, everything in it is recognised.

const data = process.env.ASSAY_DATA ?? path.resolve(import.meta.dirname, '..', '..', '..', 'shared', 'data');
const folder = temporaryFolder();
const has = (name: string) => fs.existsSync(path.join(data, name));

type Printed = { receipts: StoredReceipt[]; leftAlone: string[]; refused: unknown[] };

async function importing(name: string, ...also: string[]): Promise<Printed & { file: string; kept: Record<string, number> }> {
  const file = path.join(folder, `${name.replaceAll('/', '-')}.assay`);
  await assayOk(['new', file]);
  const printed = (
    await assayOk(['import', file, ...[name, ...also].map((each) => path.join(data, each)), '--json'])
  ).json<Printed>();
  const rows = printed.receipts.map(({ what, file: of, read, kept, unchanged, rejected }) =>
    [name, what, of, read, kept, unchanged, rejected]
      .map((cell, column) => String(cell)[column < 3 ? 'padEnd' : 'padStart'](column === 1 ? 44 : column < 3 ? 30 : 9))
      .join(' '),
  );
  console.log(rows.join('\n'));
  for (const receipt of printed.receipts) expect(receipt.read).toBe(receipt.kept + receipt.unchanged + receipt.rejected);
  expect(printed.refused).toEqual([]);
  return { ...printed, file, kept: Object.fromEntries(printed.receipts.map((receipt) => [receipt.what, receipt.kept])) };
}

const summary = (file: string): Promise<ProjectSummary> => withProject(file, (client) => client.call('project.summary', null));

test.skipIf(!has('spider-dev'))(
  'spider-dev: 1,034 instances on 20 databases, seven systems (set ASSAY_DATA to the folder of the data)',
  async () => {
    const { file, kept, receipts } = await importing('spider-dev');
    expect(kept).toMatchObject({ 'instances with gold': 1_034, schemas: 20 });
    expect(receipts.filter(({ what }) => what.startsWith('predictions of')).map((receipt) => receipt.kept)).toEqual(
      Array(7).fill(1_034),
    );
    expect(await summary(file)).toMatchObject({ instances: 1_034, golds: 1_034, systems: 7, predictions: 7_238 });
  },
);

test.skipIf(!has('bird-mini-dev'))('bird-mini-dev: 500 instances with gold, predictions of five models', async () => {
  const { file, receipts } = await importing('bird-mini-dev');
  expect(receipts.map((receipt) => receipt.kept)).toEqual(Array(6).fill(500));
  expect(await summary(file)).toMatchObject({ instances: 500, golds: 500, systems: 5, predictions: 2_500 });
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
