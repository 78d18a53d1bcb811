import path from 'node:path';
import type { AssayHandlers } from '#shared/contract/contract.ts';
import type { ProjectSummary } from '#shared/contract/project.ts';
import { counts, theBenchmark } from '../database/benchmark.ts';
import { derived, keptInFile } from '../database/derived.ts';
import { currentRun, latestRun } from '../database/executions.ts';
import { annotatorNames } from '../database/labels.ts';
import { finishedExecutions, neededQueries } from '../database/needed-queries.ts';
import { repetitionsOf } from '../database/runs.ts';
import { sampleNames } from '../database/samples.ts';
import { labellingProgress } from '../room/room.ts';
import { openSample } from '../sample/open-sample.ts';
import type { Session } from '../session.ts';
import { judgedProjectRules } from '../strata/verdict-tables.ts';

/** What the window always shows of the open project. */
export function summaryOf(session: Session): ProjectSummary {
  const { db, project, annotator } = session;
  const run = currentRun(db);
  const latest = latestRun(db);
  const keptFigure = <T>(name: string, compute: () => T) => derived(db, name, () => keptInFile(db, name, compute));
  return {
    path: project.path,
    name: path.basename(project.path, '.assay'),
    benchmark: theBenchmark(db)?.name ?? null,
    ...derived(db, 'counts', () => counts(db)),
    run,
    latestRun: latest,
    executionsDone: latest === null ? 0 : keptFigure(`finished executions ${latest}`, () => finishedExecutions(db, latest)),
    executionsNeeded: keptFigure('needed queries', () => neededQueries(db)) * (latest === null ? 1 : repetitionsOf(db, latest)),
    judgedRules: run === null ? [] : judgedProjectRules(db, run).map((rule) => rule.id),
    samples: sampleNames(db).map(({ id, name }) => ({ id, name, ...labellingProgress(db, id, annotator.id) })),
    annotator: annotator.name,
    annotators: annotatorNames(db),
    backup: project.backup,
  };
}

type Methods =
  | 'project.create'
  | 'project.open'
  | 'project.openSample'
  | 'project.summary'
  | 'project.setAnnotator'
  | 'project.close';

export const projectHandlers = (session: Session): Pick<AssayHandlers, Methods> => ({
  'project.create': ({ path: file, annotator }) => {
    session.create(file, annotator);
    return summaryOf(session);
  },
  'project.open': ({ path: file, annotator, checkLater }) => {
    session.open(file, annotator, checkLater);
    return summaryOf(session);
  },
  'project.openSample': async ({ path: file, annotator }, { signal, progress }) => {
    await openSample(session, file, annotator, signal, progress);
    return summaryOf(session);
  },
  'project.summary': () => summaryOf(session),
  'project.setAnnotator': ({ name }) => {
    session.setAnnotator(name);
    session.changed('project', 'labels');
    return summaryOf(session);
  },
  'project.close': () => {
    session.close();
    return null;
  },
});
