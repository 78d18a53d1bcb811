import path from 'node:path';
import type { AssayHandlers } from '#shared/contract/contract.ts';
import type { ProjectSummary } from '#shared/contract/project.ts';
import { counts, theBenchmark } from '../database/benchmark.ts';
import { currentRun } from '../database/executions.ts';
import { annotatorNames } from '../database/labels.ts';
import { finishedExecutions, neededQueries } from '../database/needed-queries.ts';
import { repetitionsOf } from '../database/runs.ts';
import { samples } from '../database/samples.ts';
import { queueOf } from '../room/room.ts';
import { openSample } from '../sample/open-sample.ts';
import type { Session } from '../session.ts';
import { judgedProjectRules } from '../strata/verdict-tables.ts';

export function summaryOf(session: Session): ProjectSummary {
  const { db, project, annotator } = session;
  const run = currentRun(db);
  return {
    path: project.path,
    name: path.basename(project.path, '.assay'),
    benchmark: theBenchmark(db)?.name ?? null,
    ...counts(db),
    executionsDone: run === null ? 0 : finishedExecutions(db, run),
    executionsNeeded: neededQueries(db) * (run === null ? 1 : repetitionsOf(db, run)),
    judgedRules: run === null ? [] : judgedProjectRules(db, run).map((rule) => rule.id),
    samples: samples(db).map((sample) => {
      const queue = queueOf(db, sample.id, annotator.id);
      return {
        id: sample.id,
        name: sample.name,
        instances: queue.length,
        labelledInstances: queue.filter((entry) => entry.items.every((item) => item.status !== 'open')).length,
      };
    }),
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
  'project.open': ({ path: file, annotator }) => {
    session.open(file, annotator);
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
