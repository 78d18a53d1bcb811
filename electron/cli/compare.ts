import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { parseCase } from '#shared/comparison/caseFile.ts';
import { caseVerdict } from '#shared/comparison/caseVerdict.ts';
import { RULES } from '#shared/comparison/registry.ts';
import { AssayError } from '#shared/contract/errors.ts';

const BUFFERED_CHARACTERS = 1 << 16;

/**
 * Judges one case a line and writes one verdict a line, in order. A line that is no case has a verdict `error:…`; blank
 * lines are passed over.
 * @throws AssayError INVALID_INPUT where the rule does not exist.
 */
export async function compareCases(rule: string, input: Readable, output: Writable): Promise<void> {
  if (!Object.hasOwn(RULES, rule)) {
    throw new AssayError('INVALID_INPUT', `There is no rule ${rule}.`, { next: `Rules: ${Object.keys(RULES).join(', ')}.` });
  }
  let buffered = '';
  const flush = async () => {
    const text = buffered;
    buffered = '';
    if (!output.write(text)) await new Promise((resolve) => output.once('drain', resolve));
  };
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    buffered += `${JSON.stringify(verdictOf(rule, line))}\n`;
    if (buffered.length > BUFFERED_CHARACTERS) await flush();
  }
  await flush();
}

function verdictOf(rule: string, line: string) {
  try {
    return caseVerdict(rule, parseCase(line));
  } catch (error) {
    return { id: '', verdict: 'error:MalformedCase', why: error instanceof Error ? error.message : String(error) };
  }
}
