import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AiCall, Json } from '#shared/model/recording.ts';
import { benchmarkData } from '../helpers/benchmark-data.ts';
import { LocalEngine, tableOf } from '../helpers/local-engine.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// The two public examples of Spider2-AIFunc, gold and prediction, on made-up databases with their schemas.

const examples = benchmarkData('spider2-aifunc', 'examples');
const folder = temporaryFolder();
const engine = new LocalEngine();
afterAll(() => engine.stop());

const TABLES: Readonly<Record<string, Readonly<Record<string, readonly object[]>>>> = {
  DEPS_DEV_V1: {
    'DEPS_DEV_V1/PROJECTS': [
      { Type: 'GITHUB', Name: 'acme/buttons', StarsCount: 900 },
      { Type: 'GITHUB', Name: 'acme/grid-css', StarsCount: 900 },
      { Type: 'GITHUB', Name: 'acme/server', StarsCount: 5000 },
      { Type: 'GITLAB', Name: 'acme/buttons', StarsCount: 1 },
    ],
    'DEPS_DEV_V1/PACKAGEVERSIONTOPROJECT': ['buttons', 'grid-css', 'server'].map((name) => ({
      System: 'NPM',
      Name: name,
      Version: name === 'buttons' ? '2.0.0' : '1.0.0',
      ProjectType: 'GITHUB',
      ProjectName: `acme/${name}`,
    })),
    'DEPS_DEV_V1/PACKAGEVERSIONS': [
      { System: 'NPM', Name: 'buttons', Version: '10.0.0-rc', VersionInfo: { IsRelease: false, Ordinal: 12 } },
      { System: 'NPM', Name: 'buttons', Version: '1.0.0', VersionInfo: { IsRelease: true, Ordinal: 9 } },
      { System: 'NPM', Name: 'buttons', Version: '2.0.0', VersionInfo: { IsRelease: true, Ordinal: 10 } },
      { System: 'NPM', Name: 'grid-css', Version: '1.0.0', VersionInfo: { IsRelease: true, Ordinal: 1 } },
      { System: 'NPM', Name: 'server', Version: '1.0.0', VersionInfo: { IsRelease: true, Ordinal: 1 } },
    ],
  },
  BBC: {
    'BBC_NEWS/FULLTEXT': [
      { category: 'politics', body: 'Education will be paid for at last, ministers say.' },
      { category: 'politics', body: 'Cuts to education anger teachers.' },
      { category: 'tech', body: 'A phone for EDUCATION, and nothing else.' },
      { category: 'tech', body: 'A phone.' },
    ],
  },
};

function answer({ function: name, arguments: [first, second] }: AiCall): Json {
  const text = JSON.stringify([first, second]);
  if (name === 'AI_SIMILARITY') return text.includes('server') ? 0.1 : 0.6;
  if (name === 'AI_CLASSIFY') return { labels: [text.includes('css') ? 'CSS Framework' : 'UI Framework'] };
  return { categories: [{ name: 'overall', sentiment: text.includes('anger') ? 'negative' : 'positive' }] };
}

const location = (database: string) => path.join(folder, `${database}.duckdb`);

beforeAll(async () => {
  for (const [database, tables] of Object.entries(TABLES)) {
    for (const [name, rows] of Object.entries(tables)) {
      const file = path.join(folder, database, `${name}.jsonl`);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'));
    }
    expect((await engine.build('data-files', path.join(folder, database), location(database))).notes).toEqual([]);
  }
});

const EXPECTED: readonly { id: string; database: string; rows: readonly (readonly (string | bigint)[])[] }[] = [
  {
    id: 'sf_bq028',
    database: 'DEPS_DEV_V1',
    rows: [
      ['buttons', '2.0.0', 'UI Framework'],
      ['grid-css', '1.0.0', 'CSS Framework'],
    ],
  },
  {
    id: 'sf_bq284_div',
    database: 'BBC',
    rows: [
      ['politics', 'negative', 1n],
      ['politics', 'positive', 1n],
      ['tech', 'positive', 1n],
    ],
  },
];

test.skipIf(examples === null).each(EXPECTED)(
  'gold and prediction of $id run from a recording, and give the same rows every time',
  async ({ id, database, rows }) => {
    const queries = ['gold_sql', 'predictions'].map((kind) => fs.readFileSync(path.join(examples!, kind, `${id}.sql`), 'utf8'));
    const source = { database, location: location(database), recording: path.join(folder, `${id}.jsonl`) };
    const recorded = await engine.record(source, queries, answer);
    expect(recorded.length).toBeGreaterThan(0);
    const first = await engine.run(source, queries);
    expect(tableOf(first[0]).rows).toEqual(rows);
    expect(tableOf(first[1]).rows).toEqual(rows);
    engine.stop();
    expect(await engine.run(source, queries)).toEqual(first);
  },
);

test.skipIf(examples === null)(
  'without a recording the gold ends in an error of the environment that lists the calls it needs',
  async () => {
    const gold = fs.readFileSync(path.join(examples!, 'gold_sql', 'sf_bq284_div.sql'), 'utf8');
    const [outcome] = await engine.run({ database: 'BBC', location: location('BBC') }, [gold]);
    expect(outcome).toMatchObject({
      status: 'environment',
      code: 'RECORDING_MISS',
      message: expect.stringMatching(/^3 AI function calls/),
    });
  },
);
