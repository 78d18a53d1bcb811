import fs from 'node:fs';
import path from 'node:path';
import { accuracy } from '#shared/analysis/accuracy.ts';
import { type ErrorTypesInput, errorTypes } from '#shared/analysis/errorTypes.ts';
import { errorTypesFigure } from '#shared/analysis/figures/errorTypes.ts';
import { PRINT_LOOK } from '#shared/analysis/figures/look.ts';
import { labelTables } from '#shared/analysis/labelTables.ts';
import type { Breathe } from '#shared/analysis/metrics/times.ts';
import { accuracyCsv, accuracyJson } from '#shared/analysis/tables/accuracy.ts';
import { errorTypesCsv, errorTypesJson } from '#shared/analysis/tables/errorTypes.ts';
import { labelsCsv, labelsJson } from '#shared/analysis/tables/labels.ts';
import { metricCsv, metricsJson } from '#shared/analysis/tables/metrics.ts';
import type { Rule } from '#shared/comparison/rule.ts';
import { AssayError } from '#shared/contract/errors.ts';
import { type Accuracy, type ErrorTypes, type MetricTable, REPORT_FILES, type ReportFile } from '#shared/contract/report.ts';
import type { ExportedLabel } from '#shared/model/exportedLabel.ts';
import { keyOfItem } from '#shared/model/item.ts';
import { EMPTY_LABEL } from '#shared/model/label.ts';
import { type BlindEvent, blindEvents, isBlind } from '../database/blind.ts';
import { currentCodebook } from '../database/codebook.ts';
import { labelsOfSample } from '../database/labels.ts';
import type { Db } from '../database/open.ts';
import { databaseSetOf } from '../database/run-databases.ts';
import { sampleById } from '../database/samples.ts';
import { systems } from '../database/systems.ts';
import { breath } from '../exporters/breath.ts';
import type { ExportContext } from '../exporters/export.ts';
import { hidesAnything } from '../room/blind.ts';
import { queueOf } from '../room/room.ts';
import type { Annotator } from '../session.ts';
import { executedCounts, executedShare } from '../strata/overview.ts';
import { judgedProjectRules, projectVerdicts, requireRun } from '../strata/verdict-tables.ts';
import { drawFigure, rasterize } from './figure.ts';
import { exportedLabels } from './labels.ts';
import { metricsOf } from './metrics.ts';

/** The paper's Figure 3 of one annotator's labels. @throws AssayError NOT_FOUND */
export const errorTypesOf = (db: Db, sampleId: number, annotator: Annotator): ErrorTypes =>
  errorTypes(labelledSample(db, sampleId, annotator));

/** The further tables of one annotator's labels. @throws AssayError NOT_FOUND */
export const labelTablesOf = (db: Db, sampleId: number, annotator: Annotator): MetricTable[] =>
  labelTables(labelledSample(db, sampleId, annotator));

function labelledSample(db: Db, sampleId: number, annotator: Annotator): ErrorTypesInput {
  const sample = sampleById(db, sampleId);
  if (!sample) throw new AssayError('NOT_FOUND', 'There is no such sample.', { next: 'Draw a sample first.' });
  const labels = new Map(labelsOfSample(db, annotator.id, sampleId).map(({ label, ...item }) => [keyOfItem(item), label]));
  const names = new Map(systems(db).map((system) => [system.id, system.name]));
  return {
    sample,
    frame: sample.strata.map(({ stratum, frame }) => ({ stratum, count: frame })),
    instances: queueOf(db, sampleId, annotator.id).map((entry) => ({
      instanceId: entry.instanceId,
      stratum: entry.stratum,
      items: entry.items.map(({ system }) => ({
        system: names.get(system)!,
        label: labels.get(keyOfItem({ instance: entry.instance, system })) ?? EMPTY_LABEL,
      })),
    })),
    annotator: annotator.name,
    codebook: currentCodebook(db),
    blind: blindSummary(db, annotator),
  };
}

/** Whether the annotator ever labelled blind, and what was revealed on purpose; null without either. */
function blindSummary(db: Db, annotator: Annotator): ErrorTypesInput['blind'] {
  const events = blindEvents(db, annotator.id);
  if (events.length === 0) return null;
  const reveals = events.filter(({ kind }) => kind === 'reveal');
  return {
    instances: new Set(reveals.flatMap(({ instance }) => (instance === null ? [] : [instance]))).size,
    screens: reveals.filter(({ screen }) => screen !== null).length,
    // The latest comes first.
    ended: isBlind(db, annotator.id) ? null : (events.find(({ kind }) => kind === 'off')?.at ?? null),
    hides: hidesAnything(db, annotator),
    log: events.map((event) => ({ at: event.at, what: describeBlindEvent(event), annotator: event.annotator })).reverse(),
  };
}

function describeBlindEvent({ kind, instanceId, screen }: BlindEvent): string {
  switch (kind) {
    case 'on':
      return 'blind labelling began';
    case 'off':
      return 'blind labelling was ended';
    case 'reveal':
      return screen === null ? `revealed: instance ${instanceId}` : `revealed: ${screen}`;
  }
}

/**
 * Execution accuracy of the current run.
 *
 * @throws AssayError NOTHING_TO_DO where nothing has run, or no rule has judged the run whole.
 */
export function accuracyOf(db: Db): Accuracy {
  const run = requireRun(db);
  const executed = executedCounts(db, run);
  const tables = judgedProjectRules(db, run).map((rule) => projectVerdicts(db, run, rule));
  if (!tables[0]) {
    throw new AssayError('NOTHING_TO_DO', 'What ran is not judged yet.', { next: 'Judge by a rule first.' });
  }
  const instances = tables[0].instances.length;
  return accuracy({
    systems: systems(db).map(({ id, name, group }) => ({
      system: name,
      group,
      executed: executedShare(executed.get(id), instances),
    })),
    tables: tables.map(({ table }) => table),
    databases: databaseSetOf(db, run),
  });
}

/** What the files of a report show. */
type Shown = {
  readonly errorTypes: () => ErrorTypes;
  readonly labels: () => ExportedLabel[];
  readonly accuracy: () => Accuracy;
};

/** The bytes of one file of the report. `fonts` is the folder of the fonts for pictures. */
export const reportFile = (
  db: Db,
  name: ReportFile,
  sampleId: number,
  annotator: Annotator,
  fonts: string,
): Promise<Uint8Array> =>
  fileOf(name, fonts, {
    errorTypes: () => errorTypesOf(db, sampleId, annotator),
    labels: () => exportedLabels(db, sampleId, annotator),
    accuracy: () => accuracyOf(db),
  });

async function fileOf(name: ReportFile, fonts: string, { errorTypes, labels, accuracy }: Shown): Promise<Uint8Array> {
  const text = (content: string) => Buffer.from(content, 'utf8');
  switch (name) {
    case 'error-types.svg':
      return text(await drawFigure(errorTypesFigure(errorTypes(), PRINT_LOOK)));
    case 'error-types.png':
      return rasterize(await drawFigure(errorTypesFigure(errorTypes(), PRINT_LOOK)), fonts);
    case 'error-types.csv':
      return text(errorTypesCsv(errorTypes()));
    case 'error-types.json':
      return text(errorTypesJson(errorTypes()));
    case 'labels.csv':
      return text(labelsCsv(labels()));
    case 'labels.json':
      return text(labelsJson(labels()));
    case 'accuracy.csv':
      return text(accuracyCsv(accuracy()));
    case 'accuracy.json':
      return text(accuracyJson(accuracy()));
  }
}

/** The further tables of a rule, each a file, and one file with all of them. */
async function metricFiles(db: Db, rule: Rule, breathe: Breathe): Promise<{ name: string; text: string }[]> {
  const { rule: judged, tables } = await metricsOf(db, rule, breathe);
  const safe = rule.id.replace(/[^\p{L}\p{N}._-]/gu, '_');
  return [
    ...tables.map((table) => ({ name: `${table.id}-${safe}.csv`, text: metricCsv(table) })),
    { name: `metrics-${safe}.json`, text: metricsJson(judged, tables) },
  ];
}

/** Files that need no sample. */
const WITHOUT_SAMPLE: readonly ReportFile[] = ['accuracy.csv', 'accuracy.json'];

/**
 * Writes every file of the report (before a sample is drawn, the accuracies alone); each appears whole or not at all. Labels
 * are read once, before the first file: one that is set meanwhile is in none of them.
 */
export async function exportReport(
  db: Db,
  sampleId: number | null,
  annotator: Annotator,
  fonts: string,
  directory: string,
  context: ExportContext,
): Promise<string[]> {
  try {
    fs.mkdirSync(directory, { recursive: true });
    const files: string[] = [];
    const write = (name: string, bytes: Uint8Array) => {
      const file = path.join(directory, name);
      const temporary = `${file}.partial`;
      fs.writeFileSync(temporary, bytes);
      fs.renameSync(temporary, file);
      files.push(file);
    };
    const rules = judgedProjectRules(db, requireRun(db));
    const names = sampleId === null ? WITHOUT_SAMPLE : REPORT_FILES;
    let done = 0;
    const pause = breath(context, 'Writing the report', names.length + rules.length);
    const breathe = () => pause(done);
    const labelled = sampleId === null ? null : labelledNow(db, sampleId, annotator);
    await breathe();
    const accuracy = accuracyOf(db);
    const shown: Shown = {
      errorTypes: () => labelled!.errorTypes,
      labels: () => labelled!.labels,
      accuracy: () => accuracy,
    };
    await breathe();
    for (const name of names) {
      write(name, await fileOf(name, fonts, shown));
      done++;
      await breathe();
    }
    for (const table of labelled?.tables ?? []) write(`${table.id}.csv`, Buffer.from(metricCsv(table), 'utf8'));
    for (const rule of rules) {
      for (const { name, text } of await metricFiles(db, rule, breathe)) write(name, Buffer.from(text, 'utf8'));
      done++;
      await breathe();
    }
    return files;
  } catch (error) {
    if (error instanceof AssayError || context.signal.aborted) throw error;
    throw new AssayError('SAVE_FAILED', `The report cannot be written to ${directory}.`, {
      next: 'Choose a folder that you can write to, with some space left.',
      cause: error,
    });
  }
}

const labelledNow = (db: Db, sampleId: number, annotator: Annotator) => ({
  errorTypes: errorTypesOf(db, sampleId, annotator),
  labels: exportedLabels(db, sampleId, annotator),
  tables: labelTablesOf(db, sampleId, annotator),
});
