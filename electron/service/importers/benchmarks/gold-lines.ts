import type { SourceFile } from '../sources/files.ts';
import { linesOf } from '../sources/lines.ts';
import { Problem } from '../sources/problem.ts';
import { decode, nulProblem } from '../sources/text.ts';
import type { Read } from '../unit.ts';

export type PositionedSql = { readonly position: number; readonly sql: string; readonly database: string | null };

/** Lines `SQL\tdb_id` of a gold file, in the benchmark's order. A further tab is rejected: published loaders stop at it. */
export async function* goldLines(file: SourceFile): AsyncGenerator<Read<PositionedSql>> {
  for await (const read of linesOf(file.path)) {
    const { line } = read;
    if ('problem' in read) {
      yield read;
      continue;
    }
    try {
      const text = decode(read.bytes);
      const [sql = '', database, ...more] = text.split('\t');
      if (more.length > 0) yield { line, problem: new Problem('more than one tab in the line', text) };
      else if (sql.trim() === '') yield { line, problem: new Problem('blank line: no gold', text) };
      else {
        const nul = nulProblem(sql);
        if (nul !== null) yield { line, problem: new Problem(nul, text) };
        else yield { line, record: { position: line, sql: sql.trim(), database: database?.trim() ?? null }, text };
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      yield { line, problem: error };
    }
  }
}
