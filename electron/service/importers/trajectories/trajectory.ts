import path from 'node:path';
import { trajectoryFigures } from '#shared/analysis/trajectoryFigures.ts';
import type { ItemOf } from '#shared/contract/import.ts';
import type { Trajectory } from '#shared/model/trajectory.ts';
import { requireBenchmark } from '../benchmarks/instance.ts';
import type { Decision, ItemJob, UnitWriter } from '../item-job.ts';
import { PredictionWriting, plainPrediction } from '../predictions/prediction.ts';
import type { Unit } from '../unit.ts';
import { jsonBytes } from './json-bytes.ts';

/** A text of a log by its name: a file's, or of the record that it is. Kept as read, so that it can be written again. */
export type Part = readonly [name: string, text: string];

/** What a log's parts say in Assay's model, and the text of the prompt, where the log has it. */
export type Modelled = { readonly trajectory: Trajectory; readonly prompt: string | null };

export type TrajectoryRecord = {
  readonly instanceId: string;
  readonly rollout: number;
  readonly parts: readonly Part[];
  /** The result table that the agent handed in. */
  readonly csv?: Buffer | null;
  /** What the parts say, where the reader has come to it already. */
  readonly modelled?: Modelled;
};

/** A kind of agent log: how its records are found, and what they mean. */
export type TrajectoryFormat = {
  /** The records below a path. `knows` tells an instance's id from other names. */
  read(place: string, knows: (id: string) => boolean): AsyncIterable<Unit<TrajectoryRecord>> | Iterable<Unit<TrajectoryRecord>>;
  model(parts: readonly Part[]): Modelled;
};

const SPACE = 32;
const POINT = 46;
const isDigit = (byte: number) => byte >= 48 && byte <= 57;
/** Letters, the underscore, and whatever is no ASCII: a number beside them is part of a word. */
const isLetter = (byte: number) => (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122) || byte === 95 || byte >= 128;
const LONGEST_NUMBER = 4;

/** Writes spaces over numbers of more than four characters, decimals included, that stand by themselves. */
export function blankLongNumbers(bytes: Buffer): Buffer {
  for (let index = 0; index < bytes.length; index++) {
    if (!isDigit(bytes[index]!)) continue;
    const from = index;
    while (index < bytes.length && (isDigit(bytes[index]!) || bytes[index] === POINT)) index++;
    const isWord = (from > 0 && isLetter(bytes[from - 1]!)) || (index < bytes.length && isLetter(bytes[index]!));
    if (isWord || index - from <= LONGEST_NUMBER) continue;
    for (let at = from; at < index; at++) bytes[at] = SPACE;
  }
  return bytes;
}

/** The numbers of a text that {@link blankLongNumbers} takes out. */
export function longNumbersOf(text: string): string[] {
  const bytes = Buffer.from(text);
  const left = blankLongNumbers(Buffer.from(bytes));
  const numbers: string[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const from = at;
    while (at < bytes.length && bytes[at] !== left[at]) at++;
    if (at > from) numbers.push(bytes.toString('latin1', from, at));
  }
  return numbers;
}

/**
 * The words of a trajectory that are searched: thoughts, calls and observations. Long numbers and decimals in observations
 * are left out: they are values of rows, nearly each another, and would be most of the index.
 */
export function searchText({ steps }: Trajectory): Buffer {
  const said = steps.flatMap((step) => [step.thought, ...step.call.map((argument) => argument.text)]);
  const seen = steps.map((step) => step.observation);
  const joined = (texts: readonly (string | null)[]) => Buffer.from(texts.filter((text) => text !== null).join('\n'));
  return Buffer.concat([joined(said), Buffer.from('\n'), blankLongNumbers(joined(seen))]);
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
const PROMPT_CHARACTERS = 60_000;

/**
 * Takes the trajectories below the item's path, and the predictions that they end in, where the project has none of that
 * system yet (with the place where the SQL was found).
 * @throws AssayError IMPORT_REFUSED without a benchmark
 */
export async function takeTrajectories(job: ItemJob, item: ItemOf<'trajectories'>, format: TrajectoryFormat): Promise<void> {
  requireBenchmark(job, 'trajectories');
  const group = item.group ?? job.catalog.systems.get(item.system) ?? 'open';
  const file = path.basename(item.path);
  const what = `trajectories of ${item.system}`;
  const predictions = `predictions from trajectories of ${item.system}`;
  const predicting = new PredictionWriting(job, item.system, group);
  const otherQuestion: string[] = [];

  const write = async (record: TrajectoryRecord, writer: UnitWriter): Promise<Decision> => {
    const { instanceId } = record;
    const rollout = record.rollout + (item.rollout ?? 0);
    const instance = writer.catalog.instances.get(instanceId);
    if (instance === undefined) return writer.reject('the id is not in this benchmark', instanceId);
    if (writer.isRepeated(`trajectory ${rollout} ${instanceId}`)) {
      return writer.reject(`second trajectory with the same id${rollout === 0 ? '' : ` and rollout ${rollout}`}`, instanceId);
    }
    const { trajectory, prompt } = record.modelled ?? format.model(record.parts);
    if (prompt !== null && !onOneLine(prompt.slice(0, PROMPT_CHARACTERS)).includes(onOneLine(instance.instruction))) {
      otherQuestion.push(instanceId);
    }
    const state = trajectory.terminated
      ? 'answered'
      : trajectory.answer === null
        ? 'no answer'
        : (trajectory.extractionMethod ?? '');
    writer.show(instanceId, `${trajectory.steps.length} steps`, rollout === 0 ? state : `rollout ${rollout}, ${state}`);

    const body = await writer.body(jsonBytes(record.parts));
    const known = writer.catalog.trajectory(item.system, instanceId, rollout);
    const isKnown = known?.fingerprint === `${item.format} ${body}`;
    if (known !== null && !isKnown) {
      return writer.reject(`the project has another trajectory of this instance (${known.source})`, instanceId, writer.file);
    }
    if (!isKnown) {
      if (!writer.catalog.systems.has(item.system)) writer.put({ op: 'system', name: item.system, group });
      const id = writer.nextTrajectoryId();
      writer.search(id, searchText(trajectory));
      writer.put({
        op: 'trajectory',
        id,
        instanceId,
        system: item.system,
        rollout,
        format: item.format,
        body,
        stepCount: trajectory.steps.length,
        terminated: trajectory.terminated,
        extractionMethod: trajectory.extractionMethod,
        figures: trajectoryFigures(trajectory),
        file: writer.file,
      });
    }
    await predict({ ...record, rollout }, trajectory, writer.beside(predictions, file));
    return isKnown ? writer.unchanged() : writer.keep();
  };

  const predict = async ({ instanceId, rollout, csv }: TrajectoryRecord, trajectory: Trajectory, writer: UnitWriter) => {
    const known = writer.catalog.prediction(item.system, instanceId, rollout);
    if (known !== null && !isOfTrajectory(known.source, writer.file)) {
      // The system's own prediction file says what was handed in; the log's reading of it adds nothing.
      return writer.note('Where a prediction was there already, it stays as it is.');
    }
    await predicting.write(
      {
        ...plainPrediction({ id: instanceId }, trajectory.answer),
        rollout,
        csv: csv ?? null,
        extractionMethod: trajectory.extractionMethod,
      },
      writer,
    );
  };

  await job.take(
    what,
    file,
    format.read(item.path, (id) => job.catalog.instances.has(id)),
    write,
  );
  if (otherQuestion.length > 0) {
    const some = otherQuestion.slice(0, 5).join(', ');
    job
      .tally(what, file)
      .note(
        `${otherQuestion.length} logs do not contain this benchmark's question (another version?): ${some}${otherQuestion.length > 5 ? ' …' : ''}`,
      );
  }
}

const isOfTrajectory = (source: string, file: string) => source === file || source.startsWith(`${file}:`);
