import { z } from 'zod';
import type { VerdictState } from '#shared/model/verdict.ts';
import { fileAt, type SourceFile } from '../sources/files.ts';
import { jsonRecords } from '../sources/json-records.ts';
import { Problem } from '../sources/problem.ts';
import { type Read, type Unit, unitOf } from '../unit.ts';
import { issuesOf } from '../zod-issues.ts';
import type { OutcomeRecord } from './outcome.ts';

const score = z.union([z.number(), z.boolean()]).nullish();

/** A record of IBM text2sql-eval-toolkit's `*-predictions_eval.json`: a question with the evaluation of each pipeline. */
const recordSchema = z.looseObject({
  id: z.union([z.string(), z.number()]),
  predictions: z.record(
    z.string(),
    z.looseObject({
      evaluation: z
        .looseObject({
          execution_accuracy: score,
          subset_non_empty_execution_accuracy: score,
          eval_error: score,
          eval_error_message: z.string().nullish(),
          df_error: score,
          df_error_message: z.string().nullish(),
        })
        .nullish(),
    }),
  ),
});

const isOne = (value: z.infer<typeof score>) => value === 1 || value === true;

function stateOf(evaluation: NonNullable<z.infer<typeof recordSchema>['predictions'][string]['evaluation']>): VerdictState {
  if (isOne(evaluation.eval_error) || evaluation.eval_error_message) return 'not judged';
  if (isOne(evaluation.df_error) || evaluation.df_error_message) return 'prediction failed';
  return isOne(evaluation.execution_accuracy) ? 'match' : 'mismatch';
}

/** Its primary metric is execution accuracy; the subset metric is kept beside it as the reason, all others in the record. */
const readResults = (system: string) =>
  async function* (file: SourceFile): AsyncGenerator<Read<OutcomeRecord>> {
    const pipelines = new Set<string>();
    let last = '';
    for await (const read of jsonRecords(file.path)) {
      if ('problem' in read) {
        yield read;
        continue;
      }
      const parsed = recordSchema.safeParse(read.value);
      if (!parsed.success) {
        yield { line: read.line, problem: new Problem(`not a record of the toolkit: ${issuesOf(parsed.error)}`, read.text) };
        continue;
      }
      const names = Object.keys(parsed.data.predictions);
      for (const name of names) pipelines.add(name);
      const chosen = names.includes(system) ? system : names.length === 1 ? names[0]! : null;
      const id = String(parsed.data.id);
      if (chosen === null) {
        yield {
          line: read.line,
          key: id,
          problem: new Problem(`the record has ${names.length} pipelines and none is called ${system}`, names.join(', ')),
        };
        continue;
      }
      last = chosen;
      const { evaluation } = parsed.data.predictions[chosen]!;
      if (!evaluation) yield { line: read.line, key: id, problem: new Problem('the prediction is not evaluated', chosen) };
      else {
        const accuracy = Number(evaluation.execution_accuracy ?? 0);
        const subset = evaluation.subset_non_empty_execution_accuracy;
        yield {
          line: read.line,
          key: id,
          text: JSON.stringify(evaluation),
          record: {
            instanceId: id,
            status: `execution_accuracy ${accuracy}`,
            state: stateOf(evaluation),
            score: accuracy,
            reason:
              evaluation.eval_error_message ??
              evaluation.df_error_message ??
              (subset == null ? null : `subset_non_empty_execution_accuracy ${Number(subset)}`),
            raw: JSON.stringify({ id: parsed.data.id, predictions: { [chosen]: { evaluation } } }),
          },
        };
      }
    }
    if (pipelines.size > 1)
      yield { note: `The file holds ${pipelines.size} pipelines; ${last} was taken. Name another as the system.` };
  };

export const toolkitUnits = (place: string, system: string): Unit<OutcomeRecord>[] => [
  unitOf(fileAt(place), readResults(system)),
];
