import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { AssayError } from '#shared/contract/errors.ts';
import { type AiCall, parseRecordingLine, type RecordedCall, recordingLine } from '#shared/model/recording.ts';
import type { Db } from '../database/open.ts';
import { putRecordedCall, recordedCallCount, recordedCalls } from '../database/recording.ts';
import { Problem, systemProblem } from '../importers/sources/problem.ts';
import { readText } from '../importers/sources/text.ts';

/** Calls as JSON lines; those without an answer are to be filled in. */
export const linesOfCalls = (calls: readonly (AiCall | RecordedCall)[]): string =>
  calls
    .map((call) =>
      'answer' in call ? recordingLine(call) : JSON.stringify({ function: call.function, arguments: call.arguments }),
    )
    .map((line) => `${line}\n`)
    .join('');

/** Writes the project's recording as JSON lines, one a call. Answers their number. */
export function writeRecording(db: Db, file: string): number {
  const calls = recordedCalls(db);
  fs.writeFileSync(file, linesOfCalls(calls), { mode: 0o600 });
  return calls.length;
}

/**
 * Gives the recording to the runners of a run as a file that only this user can read, and removes it afterwards. Null
 * where the project has no recording: every call is then missing.
 */
export async function withRecordingFile<T>(db: Db, work: (file: string | null) => Promise<T>): Promise<T> {
  if (recordedCallCount(db) === 0) return work(null);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-recording-'));
  try {
    const file = path.join(folder, 'recording.jsonl');
    writeRecording(db, file);
    return await work(file);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

export type RecordingReceipt = {
  read: number;
  added: number;
  changed: number;
  unchanged: number;
  rejected: { line: number; reason: string }[];
};

/** It is held as one text while its calls are stored. */
const LARGEST_RECORDING_BYTES = 256 * 1024 * 1024;

/**
 * Takes the calls of a JSON lines file into the project; what cannot be read is told line by line.
 * @throws AssayError INVALID_INPUT where the file cannot be read as a text
 */
export async function importRecording(db: Db, file: string): Promise<RecordingReceipt> {
  const lines = (await textOfRecording(file)).split('\n');
  const receipt: RecordingReceipt = { read: 0, added: 0, changed: 0, unchanged: 0, rejected: [] };
  const source = path.basename(file);
  db.transaction(() => {
    for (const [index, line] of lines.entries()) {
      if (line.trim() === '') continue;
      receipt.read++;
      const call = parseRecordingLine(line);
      if (typeof call === 'string') receipt.rejected.push({ line: index + 1, reason: call });
      else receipt[putRecordedCall(db, call, source)]++;
    }
  })();
  return receipt;
}

async function textOfRecording(file: string): Promise<string> {
  try {
    return await readText(file, LARGEST_RECORDING_BYTES);
  } catch (error) {
    const problem = systemProblem(error) ?? error;
    if (!(problem instanceof Problem)) throw error;
    throw new AssayError('INVALID_INPUT', `${path.basename(file)} cannot be read as a recording: ${problem.message}.`, {
      next: 'Choose a file with a JSON object a line, as the export writes it.',
    });
  }
}
