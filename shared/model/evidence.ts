import { z } from 'zod';
import { counted } from './counted.ts';
import { FILLER, isMasked, MASK, sameButMasks } from './mask.ts';
import { kindLetters, type Value } from './value.ts';

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
/** The kinds of the values that the text tells, as {@link kindLetters} writes them; absent from evidence of an earlier Assay. */
const kinds = z.string().max(RANGE_BOUND.text).optional();
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
    kinds,
    /** Whether the side lacks the row that the other one has: the other side's row and column are then told. */
    missing: z.boolean(),
  }),
  z.object({
    ...attached,
    /** Cells of a result between two corners, as they were shown; the text is their values, as TSV without names. */
    kind: z.literal('range'),
    text: z.string().max(RANGE_BOUND.text),
    kinds,
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
    kinds,
    table: z.string(),
    row: position,
    /** Null where the whole row is meant: its values, parted by tabs. */
    column: z.string().nullable(),
  }),
  z.object({
    ...attached,
    /** One of the most frequent values of a column. */
    kind: z.literal('frequent value'),
    kinds,
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

/** The kinds of values as they are kept with their text. */
export const evidenceKinds = (values: readonly Value[]): string => kindLetters(values.slice(0, RANGE_BOUND.text));

type Told = { readonly text: string; readonly kinds?: string | undefined };
/** Whether two texts tell the same values: those of another kind may be written alike. Where kinds were not kept, text alone counts. */
export const tellsSame = (a: Told, b: Told): boolean =>
  a.text === b.text && (a.kinds === undefined || b.kinds === undefined || a.kinds === b.kinds);

/** Characters of a column's name that are kept: engines bound names by nothing, and a label keeps up to 200 of them. */
const LONGEST_NAME = 300;

/** A column's name as it is kept with a label; where it is cut, an ellipsis says so. */
export const evidenceName = (name: string): string => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name);

/** An attached text in one short line, for a message. */
export const shortText = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
};

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

/**
 * Where a text may begin in which some signs are masked: all places at which {@link endOfMatch} finds it, and few others.
 * From the end of the text it knows at each place which rests of what is wanted could stand from there on, a bit each: trying
 * every place by itself would take as many steps as the two texts are long, multiplied.
 */
function possibleStarts(text: string, wanted: string): Uint8Array {
  const words = (wanted.length >> 5) + 1;
  const bitsWhere = (holds: (sign: string) => boolean): Uint32Array => {
    const bits = new Uint32Array(words);
    for (let own = 0; own < wanted.length; own++) if (holds(wanted[own]!)) bits[own >> 5]! |= 1 << (own & 31);
    return bits;
  };
  const bySign = new Map([...new Set(wanted)].map((sign) => [sign, bitsWhere((own) => own === sign || isMasked(own))]));
  const [anySign, onlyMasks] = [bitsWhere(() => true), bitsWhere(isMasked)];
  const blanks = Array.from({ length: wanted.length }, (_, at) => wanted.length - 1 - at).filter((at) => isBlank(wanted[at]!));

  /** Rests that could stand from the place at hand, by where they begin in what is wanted; the empty one always can. */
  const rests = new Uint32Array(words);
  const whole = wanted.length;
  rests[whole >> 5]! |= 1 << (whole & 31);
  const starts = new Uint8Array(text.length);
  for (let at = text.length - 1; at >= 0; at--) {
    const sign = text[at]!;
    const fits = isMasked(sign) ? anySign : (bySign.get(sign) ?? onlyMasks);
    const keeps = isBlank(sign) ? 0xffffffff : 0;
    for (let word = 0; word < words; word++) {
      const longer = (rests[word]! >>> 1) | (word + 1 < words ? rests[word + 1]! << 31 : 0);
      rests[word] = (longer & fits[word]!) | (rests[word]! & keeps);
    }
    rests[whole >> 5]! |= 1 << (whole & 31);
    // Blanks of what is wanted may have nothing in the text.
    for (const own of blanks) if (rests[(own + 1) >> 5]! & (1 << ((own + 1) & 31))) rests[own >> 5]! |= 1 << (own & 31);
    starts[at] = rests[0]! & 1;
  }
  return starts;
}

/** The span nearest to a place that holds a text but for blanks and masks. */
function nearestMasked(text: string, wanted: string, to: number): Span | null {
  const starts = possibleStarts(text, wanted);
  // From the place outwards, so that the first one is the nearest.
  for (let away = 0; away <= Math.max(to, text.length); away++) {
    for (const from of away === 0 ? [to] : [to - away, to + away]) {
      if (starts[from] !== 1 || isBlank(text[from]!)) continue;
      const end = endOfMatch(text, from, wanted);
      if (end !== null) return { start: from, end };
    }
  }
  return null;
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
