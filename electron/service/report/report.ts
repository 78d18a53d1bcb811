import fs from 'node:fs';
import path from 'node:path';
import { accuracy } from '#shared/analysis/accuracy.ts';
import { type ErrorTypesInput, errorTypes } from '#shared/analysis/errorTypes.ts';
import { errorTypesFigure } from '#shared/analysis/figures/errorTypes.ts';
import { PRINT_LOOK } from '#shared/analysis/figures/look.ts';
import { labelTables } from '#shared/analysis/labelTables.ts';
import { accuracyCsv, accuracyJson } from '#shared/analysis/tables/accuracy.ts';
import { errorTypesCsv, errorTypesJson } from '#shared/analysis/tables/errorTypes.ts';
import { labelsCsv, labelsJson } from '#shared/analysis/tables/labels.ts';
import { metricCsv, metricsJson } from '#shared/analysis/tables/metrics.ts';
import { AssayError } from '#shared/contract/errors.ts';
import { type Accuracy, type ErrorTypes, type MetricTable, REPORT_FILES, type ReportFile } from '#shared/contract/report.ts';
import { keyOfItem } from '#shared/model/item.ts';
import { EMPTY_LABEL } from '#shared/model/label.ts';
import { blindEvents, isBlind } from '../database/blind.ts';
import { currentCodebook } from '../database/codebook.ts';
import { labelsOfSample } from '../database/labels.ts';
import type { Db } from '../database/open.ts';
import { databaseSetOf } from '../database/run-databases.ts';
import { sampleById } from '../database/samples.ts';
import { systems } from '../database/systems.ts';
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
    blind: blindSummary(db, annotator.id),
  };
}

/** Whether the annotator ever labelled blind, and what was revealed on purpose; null without either. */
function blindSummary(db: Db, annotator: number): ErrorTypesInput['blind'] {
  const events = blindEvents(db, annotator);
  if (events.length === 0) return null;
  const reveals = events.filter(({ kind }) => kind === 'reveal');
  return {
    instances: new Set(reveals.flatMap(({ instance }) => (instance === null ? [] : [instance]))).size,
    screens: reveals.filter(({ screen }) => screen !== null).length,
    // The latest comes first.
    ended: isBlind(db, annotator) ? null : (events.find(({ kind }) => kind === 'off')?.at ?? null),
  };
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

/** The bytes of one file of the report. `fonts` is the folder of the fonts for pictures. */
export async function reportFile(
  db: Db,
  name: ReportFile,
  sampleId: number,
  annotator: Annotator,
  fonts: string,
): Promise<Uint8Array> {
  const text = (content: string) => Buffer.from(content, 'utf8');
  switch (name) {
    case 'error-types.svg':
      return text(await drawFigure(errorTypesFigure(errorTypesOf(db, sampleId, annotator), PRINT_LOOK)));
    case 'error-types.png':
      return rasterize(await drawFigure(errorTypesFigure(errorTypesOf(db, sampleId, annotator), PRINT_LOOK)), fonts);
    case 'error-types.csv':
      return text(errorTypesCsv(errorTypesOf(db, sampleId, annotator)));
    case 'error-types.json':
      return text(errorTypesJson(errorTypesOf(db, sampleId, annotator)));
    case 'labels.csv':
      return text(labelsCsv(exportedLabels(db, sampleId, annotator)));
    case 'labels.json':
      return text(labelsJson(exportedLabels(db, sampleId, annotator)));
    case 'accuracy.csv':
      return text(accuracyCsv(accuracyOf(db)));
    case 'accuracy.json':
      return text(accuracyJson(accuracyOf(db)));
  }
}

/** The further tables of every judged rule, each a file, and one file with all of them. */
function metricFiles(db: Db): { name: string; text: string }[] {
  return judgedProjectRules(db, requireRun(db)).flatMap((rule) => {
    const { rule: judged, tables } = metricsOf(db, rule);
    const safe = rule.id.replace(/[^\p{L}\p{N}._-]/gu, '_');
    return [
      ...tables.map((table) => ({ name: `${table.id}-${safe}.csv`, text: metricCsv(table) })),
      { name: `metrics-${safe}.json`, text: metricsJson(judged, tables) },
    ];
  });
}

/** Files that need no sample. */
const WITHOUT_SAMPLE: readonly ReportFile[] = ['accuracy.csv', 'accuracy.json'];

/** Writes every file of the report (before a sample is drawn, the accuracies alone); each appears whole or not at all. */
export async function exportReport(
  db: Db,
  sampleId: number | null,
  annotator: Annotator,
  fonts: string,
  directory: string,
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
    for (const name of sampleId === null ? WITHOUT_SAMPLE : REPORT_FILES) {
      write(name, await reportFile(db, name, sampleId ?? 0, annotator, fonts));
    }
    if (sampleId !== null) {
      const tables = labelTablesOf(db, sampleId, annotator);
      for (const table of tables) write(`${table.id}.csv`, Buffer.from(metricCsv(table), 'utf8'));
    }
    for (const { name, text } of metricFiles(db)) write(name, Buffer.from(text, 'utf8'));
    return files;
  } catch (error) {
    if (error instanceof AssayError) throw error;
    throw new AssayError('SAVE_FAILED', `The report cannot be written to ${directory}.`, {
      next: 'Choose a folder that you can write to, with some space left.',
      cause: error,
    });
  }
}
