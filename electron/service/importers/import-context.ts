import type { ImportPreview } from '#shared/contract/import.ts';
import type { Receipt, Rejection } from '#shared/model/receipt.ts';

/** What reading one item came to: receipts and, for a preview, its first records. */
export type Imported = Pick<ImportPreview, 'receipts' | 'firstTen' | 'without'>;

const EXCERPT_CHARACTERS = 160;

/** A text shortened for a receipt, on one line. */
export function excerpt(value: unknown): string {
  const text = typeof value === 'string' ? value.slice(0, EXCERPT_CHARACTERS * 4) : (JSON.stringify(value) ?? String(value));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a receipt shows no control characters
  const line = text.replace(/[\s\u0000-\u001f]+/g, ' ');
  return line.length > EXCERPT_CHARACTERS ? `${line.slice(0, EXCERPT_CHARACTERS)}…` : line;
}

export type RejectedRecord = { file?: string; line?: number | null; key?: string | null; reason: string; text: unknown };

/** Keeps the count for one file, so that read = kept + unchanged + rejected by construction. */
export class Tally {
  readonly #what: string;
  readonly #file: string;
  #kept = 0;
  #unchanged = 0;
  #cleaned = 0;
  readonly #rejections: Rejection[] = [];
  readonly #notes: string[] = [];

  constructor(what: string, file: string) {
    this.#what = what;
    this.#file = file;
  }

  keep(): void {
    this.#kept++;
  }

  unchanged(): void {
    this.#unchanged++;
  }

  cleaned(): void {
    this.#cleaned++;
  }

  note(text: string): void {
    if (!this.#notes.includes(text)) this.#notes.push(text);
  }

  reject({ file, line, key, reason, text }: RejectedRecord): void {
    this.#rejections.push({ file: file ?? this.#file, line: line ?? null, key: key ?? null, reason, excerpt: excerpt(text) });
  }

  /** Adds what another reading of the same file (or of a file of the same folder) came to. */
  add(receipt: Receipt): void {
    this.#kept += receipt.kept;
    this.#unchanged += receipt.unchanged;
    this.#cleaned += receipt.cleaned;
    for (const rejection of receipt.rejections) this.#rejections.push(rejection);
    for (const note of receipt.notes) this.note(note);
  }

  receipt(): Receipt {
    const rejected = this.#rejections.length;
    return {
      what: this.#what,
      file: this.#file,
      read: this.#kept + this.#unchanged + rejected,
      kept: this.#kept,
      unchanged: this.#unchanged,
      rejected,
      rejections: this.#rejections,
      cleaned: this.#cleaned,
      notes: this.#notes,
    };
  }
}
