import fs from 'node:fs';
import path from 'node:path';
import type { Recognised } from '#shared/contract/import.ts';
import { birdFile } from '../benchmarks/bird.ts';
import { spider2Tasks } from '../benchmarks/spider2.ts';
import { firstFile, firstFolder, isFile, isFolder, walk } from '../sources/files.ts';
import { benchmark, detectFile, outcomes, predictions, trajectories } from './detect-file.ts';
import { head, looksLikeSqlLines } from './sniff.ts';

export type Detected = { readonly found: Recognised[]; readonly leftAlone: string[] };

/** What adds to a benchmark. */
const ADDITIONS = new Set<string>(['gold', 'gold-tables', 'schemas', 'databases', 'documents']);

/** Folders that are looked into below a named one. */
const DEEPEST = 4;
/** Files of a folder that are looked at to say what the folder is. */
const LOOKED_AT = 8;

type Listing = { readonly folders: string[]; readonly files: string[] };

function list(folder: string): Listing {
  const full = fs
    .readdirSync(folder)
    .filter((name) => !name.startsWith('.') && name !== 'node_modules' && name !== '__pycache__')
    .sort()
    .map((name) => path.join(folder, name));
  return { folders: full.filter(isFolder), files: full.filter(isFile) };
}

/** What a folder is as a whole, and which of its files and folders that uses up (all without a list). */
type Claim = { readonly found: Recognised; readonly uses: readonly string[] | 'all' };

async function benchmarkClaim(folder: string): Promise<Claim | null> {
  const uses = (...names: string[]) => names.map((name) => path.join(folder, name));
  for (const format of ['spider2-aifunc', 'spider2-lite', 'spider2-snow'] as const) {
    const tasks = spider2Tasks(folder, format);
    if (tasks === null) continue;
    const own = path.relative(folder, tasks).split(path.sep)[0]!;
    return {
      found: benchmark(
        format,
        folder,
        0.98,
        `${format} with what lies beside it`,
        `${path.relative(folder, tasks)} holds its tasks`,
      ),
      uses: uses(
        own,
        'gold',
        'evaluation_suite',
        'resource',
        'resources',
        'ai_sql_function_reference.txt',
        `${format}-0713.jsonl`,
      ),
    };
  }
  const file = firstFile(folder, ['dev.json']) ?? birdFile(folder);
  if (file === null) return null;
  const recognised = await detectFile(file);
  if (recognised?.item.kind !== 'benchmark') return null;
  const { format } = recognised.item;
  if (format !== 'spider' && format !== 'bird') return null;
  const beside =
    format === 'spider'
      ? ['dev.json', 'dev_gold.sql', 'tables.json', 'database', 'databases']
      : [
          'dev_databases',
          'databases',
          'database',
          'MINIDEV',
          'dev_tables.json',
          'tables.json',
          'train_tables.json',
          'mini_dev_tables.json',
          ...fs.readdirSync(folder).filter((name) => /^(dev|train|test|mini_dev_\w+)(_gold\.sql|\.jsonl?)$/.test(name)),
        ];
  return {
    found: benchmark(
      format,
      folder,
      0.95,
      `${recognised.description} with what lies beside them`,
      `${path.basename(file)}: ${recognised.why}`,
    ),
    uses: uses(...beside),
  };
}

async function logClaim(folder: string, { folders, files }: Listing): Promise<Claim | null> {
  const all = (found: Recognised): Claim => ({ found, uses: 'all' });
  if (firstFile(folder, ['eval_details.jsonl', 'out/eval_details.jsonl']) !== null)
    return all(outcomes('aifunc-eval', folder, 0.95, 'output of the Spider2-AIFunc evaluator', 'it holds eval_details.jsonl'));
  const some = folders.slice(0, LOOKED_AT);
  const instances = firstFolder(folder, ['instances']);
  const results = instances === null ? some : list(instances).folders.slice(0, LOOKED_AT);
  if (results.some((each) => isFile(path.join(each, 'eval_result.json'))))
    return all(
      outcomes('aifunc-eval', folder, 0.95, 'results of the Spider2-AIFunc evaluator', 'its folders hold eval_result.json'),
    );
  const outcome = firstFolder(folder, ['outcome']) ?? folder;
  if (list(outcome).files.some((file) => /_\d+_result\.json$/.test(file)))
    return all(trajectories('dsr-sql', folder, 0.95, 'DSR-SQL outcomes and status files', 'it holds {id}_{run}_result.json'));
  if (some.some((each) => isFile(path.join(each, 'spider', 'result.json'))))
    return all(trajectories('spider-agent', folder, 0.95, 'Spider-Agent logs', 'its folders hold spider/result.json'));
  const isReforce = (each: string) => list(each).files.some((file) => /^\d*log\.log$/.test(path.basename(file)));
  if (some.some(isReforce))
    return all(trajectories('reforce', folder, 0.95, 'ReFoRCE candidates and votes', 'its folders hold log.log'));
  const logs = files.filter((file) => /\.(json|eval)$/i.test(file));
  if (logs.length > 0) {
    const first = await detectFile(logs[0]!);
    if (first?.item.kind === 'trajectories') {
      return {
        found: trajectories(
          first.item.format,
          folder,
          first.confidence,
          `a folder: ${first.description}`,
          `${path.basename(logs[0]!)}: ${first.why}`,
        ),
        uses: logs,
      };
    }
  }
  return null;
}

/** SQL files that hold one query each, rather than one query a line. */
async function areQueries(files: readonly string[]): Promise<boolean> {
  for (const file of files.slice(0, LOOKED_AT)) {
    const text = await head(file);
    if (text !== null && looksLikeSqlLines(text)) return false;
  }
  return files.length > 0;
}

async function sqlClaim(folder: string, { folders, files }: Listing): Promise<Claim | null> {
  const sql = files.filter((file) => /\.sql$/i.test(file));
  const csv = files.filter((file) => /\.csv$/i.test(file));
  const configuration = files.some((file) => /_eval\.jsonl$/i.test(file));
  const name = path.basename(folder);
  if (configuration || firstFolder(folder, ['exec_result']) !== null)
    return {
      found: benchmark(
        'gold',
        folder,
        0.9,
        'golds: SQL, result tables, configuration',
        configuration ? 'it holds *_eval.jsonl' : 'it holds exec_result',
      ),
      uses: 'all',
    };
  const ownFolders = folders
    .slice(0, LOOKED_AT)
    .filter((each) => firstFile(each, ['final.sql', 'result.sql', 'answer.sql', 'pred.sql']) !== null);
  if (ownFolders.length > 0)
    return {
      found: predictions(
        'sql-folder',
        folder,
        0.9,
        'one folder an instance with its SQL',
        'its folders hold final.sql or the like',
      ),
      uses: 'all',
    };
  if (await areQueries(sql)) {
    const found = /gold/i.test(name)
      ? benchmark(
          'gold',
          folder,
          0.8,
          'gold SQL, one file an instance',
          `its .sql files hold one query each, and it is called ${name}`,
        )
      : predictions('sql-folder', folder, 0.85, 'one SQL file an instance', 'its .sql files hold one query each');
    return { found, uses: [...sql, ...csv] };
  }
  if (csv.length > 0 && sql.length === 0) {
    // A folder of result tables has many files, none of which is a list of ids or a table of predictions.
    const first = await detectFile(csv[0]!);
    const isTable = first !== null && csv.length === 1;
    if (!isTable) {
      const found = /gold|exec_result/i.test(name)
        ? benchmark('gold', folder, 0.7, 'gold result tables', `its files are tables, and it is called ${name}`)
        : predictions('csv-folder', folder, 0.75, 'one result table an instance', `it holds ${csv.length} CSV files and no SQL`);
      return { found, uses: csv };
    }
  }
  return null;
}

async function schemaClaim(folder: string, { files }: Listing): Promise<Claim | null> {
  if (
    files.length > 0 &&
    files.every((file) => /\.(md|txt|markdown)$/i.test(file)) &&
    /doc|knowledge/i.test(path.basename(folder))
  ) {
    return {
      found: benchmark('documents', folder, 0.8, 'documents', `every file is a text, and it is called ${path.basename(folder)}`),
      uses: 'all',
    };
  }
  for await (const file of walk(folder, 3)) {
    if (/(^|\/)DDL\.csv$/i.test(file.name))
      return {
        found: benchmark('schemas', folder, 0.9, 'schemas with DDL.csv and table files', `it holds ${file.name}`),
        uses: 'all',
      };
    if (/(^|\/)database_description\/[^/]+\.csv$/i.test(file.name))
      return { found: benchmark('schemas', folder, 0.85, 'BIRD column descriptions', `it holds ${file.name}`), uses: 'all' };
    if (/\.(sqlite3?|duckdb)$/i.test(file.name))
      return { found: benchmark('databases', folder, 0.85, 'database files', `it holds ${file.name}`), uses: 'all' };
    if (!/\.(json|csv|md)$/i.test(file.name)) return null;
  }
  return null;
}

/** Whether this is a file of the same benchmark that lies deeper: examples, or an older version. It is not proposed by itself. */
const isWithin = (each: Recognised, benchmarks: ReadonlySet<string>): boolean =>
  each.item.kind === 'benchmark' && benchmarks.has(each.item.format);

async function detectFolder(folder: string, depth: number, above: ReadonlySet<string> = new Set()): Promise<Detected> {
  let listing: Listing;
  try {
    listing = list(folder);
  } catch {
    return { found: [], leftAlone: [folder] };
  }
  const found: Recognised[] = [];
  const leftAlone: string[] = [];
  const used = new Set<string>();
  for (const claim of [await benchmarkClaim(folder), await logClaim(folder, listing), await sqlClaim(folder, listing)]) {
    if (claim === null || (claim.uses === 'all' && used.size > 0)) continue;
    found.push(claim.found);
    if (claim.uses === 'all') return { found, leftAlone };
    for (const place of claim.uses) used.add(place);
  }
  const benchmarks = new Set([
    ...above,
    ...found.flatMap(({ item }) => (item.kind === 'benchmark' && !ADDITIONS.has(item.format) ? [item.format] : [])),
  ]);
  if (found.length === 0) {
    const claim = await schemaClaim(folder, listing);
    if (claim !== null) return { found: [claim.found], leftAlone };
  }
  for (const file of listing.files.filter((each) => !used.has(each))) {
    const recognised = await detectFile(file);
    if (recognised !== null && recognised.confidence >= 0.5 && !isWithin(recognised, benchmarks)) found.push(recognised);
    else leftAlone.push(file);
  }
  for (const below of listing.folders.filter((each) => !used.has(each))) {
    if (depth === 0) {
      leftAlone.push(below);
      continue;
    }
    const inner = await detectFolder(below, depth - 1, benchmarks);
    found.push(...inner.found);
    leftAlone.push(...inner.leftAlone);
  }
  return { found, leftAlone };
}

const ORDER = ['benchmark', 'predictions', 'trajectories', 'outcomes'];
const rank = ({ item }: Recognised) =>
  ORDER.indexOf(item.kind) * 2 + (item.kind === 'benchmark' && ADDITIONS.has(item.format) ? 1 : 0);

/** What files and folders look like, in the order to import them; nothing is opened for writing, nothing is imported. */
export async function detect(paths: readonly string[]): Promise<Detected> {
  const found: Recognised[] = [];
  const leftAlone: string[] = [];
  for (const named of paths) {
    if (isFolder(named)) {
      const inner = await detectFolder(named, DEEPEST);
      found.push(...inner.found);
      leftAlone.push(...inner.leftAlone);
    } else {
      const recognised = isFile(named) ? await detectFile(named) : null;
      if (recognised === null) leftAlone.push(named);
      else found.push(recognised);
    }
  }
  const once = new Map(found.map((each) => [`${each.item.kind} ${each.item.path}`, each]));
  return { found: [...once.values()].sort((a, b) => rank(a) - rank(b)), leftAlone };
}
