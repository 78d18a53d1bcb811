/** The colours and the font of a figure: the same specification serves the screen's themes, print and a grey copy. */
export type FigureLook = {
  /** Null = transparent. */
  readonly background: string | null;
  readonly text: string;
  readonly mutedText: string;
  readonly grid: string;
  readonly axis: string;
  readonly whisker: string;
  /** Drawn around whiskers, so that they stand out on every fill. */
  readonly halo: string;
  /** Fills of S1, S2, S3. */
  readonly strata: { readonly S1: string; readonly S2: string; readonly S3: string };
  /** Outline of bars; null = none. */
  readonly barStroke: string | null;
  readonly font: string;
};

/** For files: dark on white, fonts that a reader's machine has. */
export const PRINT_LOOK: FigureLook = {
  background: '#ffffff',
  text: '#1c1d1f',
  mutedText: '#50545a',
  grid: '#e3e3de',
  axis: '#888a85',
  whisker: '#1c1d1f',
  halo: '#ffffff',
  strata: { S1: '#1f3768', S2: '#6685c4', S3: '#b9c9ea' },
  barStroke: null,
  font: 'Inter, Helvetica, Arial, "Liberation Sans", "DejaVu Sans", sans-serif',
};

/** The same without hue: dark, middle grey, and white with an outline stay apart on any printer. */
export const BLACK_AND_WHITE: Pick<FigureLook, 'strata' | 'barStroke'> = {
  strata: { S1: '#2b2b2b', S2: '#9a9a9a', S3: '#ffffff' },
  barStroke: '#2b2b2b',
};

/** A Vega-Lite specification as plain JSON. */
export type FigureSpecification = { readonly [key: string]: Json };
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
