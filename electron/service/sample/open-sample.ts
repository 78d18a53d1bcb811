import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import type { ImportItem } from '#shared/contract/import.ts';
import type { ProgressReport } from '#shared/contract/method.ts';
import { runExecutions } from '../execution/run.ts';
import { withRunner } from '../execution/with-runner.ts';
import { runJudging } from '../handlers/execution.ts';
import { runImport } from '../importers/import.ts';
import { buildDatabase } from '../local/build.ts';
import { importRecording } from '../recording/recording-file.ts';
import { chooseRules, usualRules } from '../rules/project-rules.ts';
import type { Session } from '../session.ts';

/** The endless query of the sample should not keep a newcomer waiting. */
const TIMEOUT_MS = 3_000;

const manifestSchema = z.object({
  benchmark: z.object({ dev: z.string(), tables: z.string(), databases: z.string(), documents: z.array(z.string()) }),
  recording: z.string(),
  systems: z.array(
    z.object({ name: z.string(), group: z.string(), predictions: z.string(), trajectories: z.string().optional() }),
  ),
});

type Manifest = z.infer<typeof manifestSchema>;

function buildFromSql(file: string, target: string): void {
  const temporary = `${target}.partial`;
  fs.rmSync(temporary, { force: true });
  const db = new Database(temporary);
  const sql = fs.readFileSync(file, 'utf8');
  db.transaction(() => db.exec(sql))();
  db.close();
  fs.renameSync(temporary, target);
}

/**
 * Copies the shipped benchmark beside the project and builds its databases: SQLite of those that are SQL, DuckDB of those
 * that are rows.
 */
async function unpackBenchmark(
  fixtures: string,
  folder: string,
  manifest: Manifest,
  runnerEntry: string,
  signal: AbortSignal,
): Promise<void> {
  const { dev, tables, databases, documents } = manifest.benchmark;
  fs.mkdirSync(path.join(folder, 'documents'), { recursive: true });
  for (const file of [dev, tables]) fs.copyFileSync(path.join(fixtures, file), path.join(folder, path.basename(file)));
  for (const file of documents) fs.copyFileSync(path.join(fixtures, file), path.join(folder, 'documents', path.basename(file)));
  for (const name of fs.readdirSync(path.join(fixtures, databases))) {
    const source = path.join(fixtures, databases, name);
    const sql = path.join(source, 'schema.sql');
    const isSql = fs.existsSync(sql);
    const target = path.join(folder, 'database', name, `${name}.${isSql ? 'sqlite' : 'duckdb'}`);
    if (fs.existsSync(target)) continue;
    fs.mkdirSync(path.dirname(target), { recursive: true });
    if (isSql) buildFromSql(sql, target);
    else await withRunner(runnerEntry, signal, async (ready) => buildDatabase(await ready(), source, target));
  }
}

/**
 * Opens the sample project at `file`; makes it first where there is none: imported, executed and judged. Every step is
 * repeatable, so that an interrupted making goes on at the next opening.
 */
export async function openSample(
  session: Session,
  file: string,
  annotator: string,
  signal: AbortSignal,
  progress: (report: ProgressReport) => void,
): Promise<void> {
  const fixtures = path.join(session.files.fixtures, 'sample');
  const manifest = manifestSchema.parse(JSON.parse(fs.readFileSync(path.join(fixtures, 'sample.json'), 'utf8')));
  if (fs.existsSync(file)) session.open(file, annotator);
  else {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    session.create(file, annotator);
  }
  const report = (phase: string, done = 0, total: number | null = null) => progress({ phase, done, total, etaSeconds: null });

  report('Building the databases');
  const benchmark = path.join(path.dirname(file), 'sample');
  await unpackBenchmark(fixtures, benchmark, manifest, session.files.runner, signal);
  const items: ImportItem[] = [
    { kind: 'benchmark', format: 'spider', path: benchmark },
    ...manifest.systems.map(
      ({ name, group, predictions }): ImportItem => ({
        kind: 'predictions',
        format: 'lines',
        path: path.join(fixtures, predictions),
        system: name,
        group,
      }),
    ),
    ...manifest.systems.flatMap(({ name, trajectories }): ImportItem[] =>
      trajectories === undefined
        ? []
        : [{ kind: 'trajectories', format: 'spider-agent-tc', path: path.join(fixtures, trajectories), system: name }],
    ),
  ];
  const isNew = session.db.prepare('SELECT 1 FROM verdict LIMIT 1').get() === undefined;
  if (!isNew) return;
  report('Importing');
  await runImport(session.db, items, { signal, progress: () => {} });
  await importRecording(session.db, path.join(fixtures, manifest.recording));
  await runExecutions(session, { jobs: null, limits: { timeoutMs: TIMEOUT_MS }, again: false }, signal, ({ done, total }) =>
    report('Executing gold and predictions', done, total),
  );
  // Its AI-native part is of the kind that has a rule of its own.
  chooseRules(session.db, [...usualRules('spider'), 'aifunc']);
  await runJudging(session, { rules: null }, signal, (done, total) => report('Judging', done, total));
  session.changed('project', 'import', 'execution', 'rules', 'verdicts', 'systems', 'samples', 'labels');
}
