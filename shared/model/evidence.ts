import { z } from 'zod';
import { counted } from './counted.ts';
import { FILLER, isMasked, MASK, sameButMasks } from './mask.ts';

/** Characters of an attached text that are kept with the label; where it is longer, its positions still tell all of it. */
export const EVIDENCE_TEXT = 1_000;

/** The same for a range of a result: of whole rows from its first, as many as fit. */
export const RANGE_BOUND = { text: 4_000, rows: 1_000, columns: 200 };

const attached = {
  /** Given where it is attached; never used twice. */
  id: z.string().min(1).max(64),
  /** What stood there when it was attached; at most {@link EVIDENCE_TEXT} characters. */
  text: z.string().max(EVIDENCE_TEXT),
};
const position = z.number().int().min(0);
export const evidenceSideSchema = z.enum(['gold', 'prediction']);
export type EvidenceSide = z.infer<typeof evidenceSideSchema>;

/** A place that an annotator attached to a label: in a query, in a result, in a trajectory, in a document or in the schema. */
export const evidenceSchema = z.discriminatedUnion('kind', [
  z.object({
    ...attached,
    kind: z.literal('sql'),
    side: evidenceSideSchema,
    /** The gold's name where an instance has several; null for predictions. */
    gold: z.string().nullable(),
    /** UTF-16 offsets in the query as it was imported, and the lines there, from 1. */
    start: position,
    end: position,
    firstLine: z.number().int().min(1),
    lastLine: z.number().int().min(1),
  }),
  z.object({
    ...attached,
    kind: z.literal('cell'),
    side: evidenceSideSchema,
    /** Index of the row and the column in that side's own result. */
    row: position,
    column: position,
    columnName: z.string(),
    /** Whether the side lacks the row that the other one has: the other side's row and column are then told. */
    missing: z.boolean(),
  }),
  z.object({
    ...attached,
    /** Cells of a result between two corners, as they were shown; the text is their values, as TSV without names. */
    kind: z.literal('range'),
    text: z.string().max(RANGE_BOUND.text),
    side: evidenceSideSchema,
    /** Whether the side lacks all of the rows: the other side's rows and columns are then told. */
    missing: z.boolean(),
    /** Rows that were selected. */
    rowCount: z.number().int().min(1),
    /**
     * The rows whose values are kept, from the first, by their index in that side's own result; null where it has no such row.
     * Fewer than `rowCount` where the values of all would be too long ({@link RANGE_BOUND}).
     */
    rows: z.array(position.nullable()).min(1).max(RANGE_BOUND.rows),
    columns: z
      .array(z.object({ index: position, name: z.string() }))
      .min(1)
      .max(RANGE_BOUND.columns),
  }),
  z.object({
    ...attached,
    kind: z.literal('step'),
    /** Index of the step; shown from 1. */
    step: position,
    /** Null where the step as a whole is meant. */
    field: z.enum(['thought', 'call', 'observation']).nullable(),
    /** Index of the call's argument, 0 for other fields. */
    part: position,
    start: position,
    end: position,
  }),
  z.object({
    ...attached,
    kind: z.literal('document'),
    name: z.string(),
    /** UTF-16 offsets in its text. */
    start: position,
    end: position,
  }),
  z.object({
    ...attached,
    /** A table or column of the schema; the text is what the schema says of it. */
    kind: z.literal('schema'),
    table: z.string(),
    /** Null where the table as a whole is meant. */
    column: z.string().nullable(),
  }),
  z.object({
    ...attached,
    /** Of the first rows of a table, as the engine gave them. */
    kind: z.literal('sample row'),
    table: z.string(),
    row: position,
    /** Null where the whole row is meant: its values, parted by tabs. */
    column: z.string().nullable(),
  }),
  z.object({
    ...attached,
    /** One of the most frequent values of a column. */
    kind: z.literal('frequent value'),
    table: z.string(),
    column: z.string(),
    /** Rows that held it. */
    rows: position,
  }),
]);
export type Evidence = z.infer<typeof evidenceSchema>;
/** A place before it is attached. */
export type EvidencePlace = Evidence extends infer E ? (E extends Evidence ? Omit<E, 'id'> : never) : never;

/** The text as it is kept with a label. */
export const evidenceText = (text: string): string => text.slice(0, EVIDENCE_TEXT);

const SIDES: Record<EvidenceSide, string> = { gold: 'gold', prediction: 'prediction' };

/** Where a place is, in a few words: `gold SQL, lines 3–5`. */
export function evidenceWhere(place: EvidencePlace): string {
  switch (place.kind) {
    case 'sql': {
      const { firstLine, lastLine, gold } = place;
      const which = place.side === 'gold' && gold ? `gold ${gold}` : SIDES[place.side];
      return `${which} SQL, ${firstLine === lastLine ? `line ${firstLine}` : `lines ${firstLine}–${lastLine}`}`;
    }
    case 'cell':
      return place.missing
        ? `row missing in ${SIDES[place.side]}`
        : `${SIDES[place.side]} row ${place.row + 1}, ${place.columnName}`;
    case 'range': {
      const first = place.rows.find((row) => row !== null) ?? 0;
      const size = `${counted(place.rowCount, 'row')} × ${counted(place.columns.length, 'column')}`;
      const kept = place.rows.length < place.rowCount ? `; values of the first ${place.rows.length} kept` : '';
      return `${size}${place.missing ? ` missing in ${SIDES[place.side]}` : ` of ${SIDES[place.side]}, from row ${first + 1}`}${kept}`;
    }
    case 'step':
      return `step ${place.step + 1}${place.field === null ? '' : `, ${place.field === 'observation' ? 'result' : place.field}`}`;
    case 'document':
      return place.name;
    case 'schema':
      return place.column === null ? `table ${place.table}` : `column ${place.table}.${place.column}`;
    case 'sample row':
      return `${place.table} sample row ${place.row + 1}${place.column === null ? '' : `, ${place.column}`}`;
    case 'frequent value':
      return `value of ${place.table}.${place.column}, ${counted(place.rows, 'row')}`;
  }
}

/** Most signs are none, and this is asked of each sign of a long text again and again. */
const isBlank = (sign: string): boolean => (sign <= ' ' ? /\s/.test(sign) : sign >= '\u00a0' && /\s/.test(sign));

/**
 * Where a text that begins at `from` ends, were it the wanted one: blanks may be others or none, and a masked sign of either
 * stands for any one sign, a blank among them, because masks are as long as the names below them. Null where it is not, and
 * where no sign of it is told on both sides: masks alone could stand for anything.
 */
function endOfMatch(text: string, from: number, wanted: string): number | null {
  let at = from;
  let own = 0;
  let isTold = false;
  while (own < wanted.length) {
    const [sign, other] = [wanted[own]!, text[at]];
    if (isBlank(sign) && !isMasked(other)) {
      // Both go past their blanks at once: a mask behind them must not take one for its own.
      while (own < wanted.length && isBlank(wanted[own]!)) own++;
      while (at < text.length && isBlank(text[at]!)) at++;
    } else if (isMasked(sign) || isMasked(other)) {
      if (other === undefined) return null;
      own++;
      at++;
    } else if (other !== undefined && isBlank(other)) at++;
    else if (sign === other) {
      isTold = true;
      own++;
      at++;
    } else return null;
  }
  return isTold ? at : null;
}

type Span = { readonly start: number; readonly end: number };
const isNearer = (to: number, than: Span | null, from: number): boolean =>
  than === null || Math.abs(from - to) < Math.abs(than.start - to);

/** The span nearest to a place that holds a text but for blanks and masks: tried at each place, one after the other. */
function nearestMasked(text: string, wanted: string, to: number): Span | null {
  let nearest: Span | null = null;
  for (let from = 0; from < text.length; from++) {
    if (isBlank(text[from]!) || !isNearer(to, nearest, from)) continue;
    const end = endOfMatch(text, from, wanted);
    if (end !== null) nearest = { start: from, end };
  }
  return nearest;
}

/**
 * The same where neither text has masks, in one pass (Knuth, Morris and Pratt): megabytes of rules and lines of dashes, which
 * begin like what is wanted at every place, would otherwise keep the window waiting for minutes.
 */
function nearestPlain(text: string, wantedText: string, to: number): Span | null {
  const wanted = wantedText.replaceAll(/\s+/g, '');
  if (wanted === '') return null;
  /** For each beginning of what is wanted, the longest shorter beginning that it ends with. */
  const border = new Uint16Array(wanted.length + 1);
  for (let at = 1, own = 0; at < wanted.length; at++) {
    while (own > 0 && wanted[at] !== wanted[own]) own = border[own]!;
    if (wanted[at] === wanted[own]) own++;
    border[at + 1] = own;
  }
  /** Where the last signs that are no blanks stand, in turn. */
  const places = new Uint32Array(wanted.length);
  let nearest: Span | null = null;
  let signs = 0;
  let own = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (isBlank(sign)) continue;
    places[signs++ % wanted.length] = at;
    while (own > 0 && sign !== wanted[own]) own = border[own]!;
    if (sign === wanted[own]) own++;
    if (own < wanted.length) continue;
    own = border[own]!;
    const start = places[signs % wanted.length]!;
    if (isNearer(to, nearest, start)) nearest = { start, end: at + 1 };
  }
  return nearest;
}

const MASKS = new RegExp(`[${MASK}${FILLER}]`);

/**
 * Where an attached text stands in a text that may have changed since: at its own place, where a hidden name may be told by
 * now, or (`moved`) at the nearest other one that holds the same but for blanks and masks; null where it is not there any more.
 */
export function findAttached(
  text: string,
  attachedAt: { readonly start: number; readonly end: number; readonly text: string },
): { start: number; end: number; moved: boolean } | null {
  const { start, end } = attachedAt;
  if (sameButMasks(evidenceText(text.slice(start, end)), attachedAt.text)) return { start, end, moved: false };
  const wanted = attachedAt.text.trim();
  const hasMasks = MASKS.test(wanted) || MASKS.test(text);
  const nearest = hasMasks ? nearestMasked(text, wanted, start) : nearestPlain(text, wanted, start);
  if (nearest === null) return null;
  // Of a long text only the beginning is kept; it is as long as it was.
  const isCut = end - start > attachedAt.text.length;
  const until = isCut ? Math.min(text.length, nearest.start + end - start) : nearest.end;
  return { start: nearest.start, end: until, moved: true };
}
