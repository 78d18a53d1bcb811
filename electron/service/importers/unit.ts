import type { SourceFile, Walked } from './sources/files.ts';
import { Problem } from './sources/problem.ts';

/** One record as a reader found it, or why there is none in its place. */
export type Read<R> =
  | { readonly record: R; readonly line?: number | null; readonly key?: string | null; readonly text: unknown }
  | { readonly problem: Problem; readonly line?: number | null; readonly key?: string | null }
  | { readonly note: string }
  /** How many records the benchmark's file has, rejected ones included: positional prediction files have a line for each. */
  | { readonly records: number };

/**
 * A piece of input that is read as a whole, streamed record by record: a file, or the folder of one instance. Its name is
 * what rejections give as the file; size and time tell whether it has changed when an import is resumed.
 */
export type Unit<R> = {
  readonly name: string;
  readonly size: number;
  readonly modified: number;
  read(): AsyncIterable<Read<R>> | Iterable<Read<R>>;
};

/** A file as a unit. */
export const unitOf = <R>(file: SourceFile, read: (file: SourceFile) => AsyncIterable<Read<R>> | Iterable<Read<R>>): Unit<R> => ({
  name: file.name,
  size: file.size,
  modified: file.modified,
  read: () => read(file),
});

/** A unit that consists of one problem: something that could not even be opened. */
export const brokenUnit = <R>(name: string, problem: string): Unit<R> => ({
  name,
  size: 0,
  modified: 0,
  read: () => [{ problem: new Problem(problem), key: name }],
});

/** The wanted files of a walk as units; what could not be walked is a unit that says why. */
export async function* unitsOf<R>(
  files: AsyncIterable<Walked>,
  wanted: (file: SourceFile) => boolean,
  read: (file: SourceFile) => AsyncIterable<Read<R>> | Iterable<Read<R>>,
): AsyncGenerator<Unit<R>> {
  for await (const file of files) {
    if ('problem' in file) yield brokenUnit(file.name, file.problem);
    else if (wanted(file)) yield unitOf(file, read);
  }
}
