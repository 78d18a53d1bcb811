import { csvText, decimal } from './csv.ts';

/** What the table of unstable golds needs of each. */
export type UnstableRow = {
  readonly instanceId: string;
  readonly gold: string;
  readonly database: string;
  readonly passes: readonly {
    readonly pass: number;
    readonly agreeing: number;
    readonly runs: number;
    readonly failed: number;
  }[];
  readonly agreesBetweenPasses: boolean;
  readonly error: string | null;
  readonly variation: {
    readonly kind: string;
    readonly results: number;
    readonly columns: readonly { readonly column: string; readonly rows: number }[];
    readonly cellCount: number;
  };
};

/** The golds that are not deterministic, as CSV: a row a gold and pass. */
export const unstableGoldsCsv = (unstable: readonly UnstableRow[]): string =>
  csvText(
    [
      'instance',
      'gold',
      'database',
      'pass',
      'agreeing',
      'runs',
      'failed',
      'share',
      'agrees_between_passes',
      'variation',
      'results',
      'varying_columns',
      'varying_cells',
      'error',
    ],
    unstable.flatMap(({ instanceId, gold, database, passes, agreesBetweenPasses, error, variation }) =>
      passes.map(({ pass, agreeing, runs, failed }) => [
        instanceId,
        gold,
        database,
        pass,
        agreeing,
        runs,
        failed,
        decimal(agreeing / runs),
        agreesBetweenPasses,
        variation.kind,
        variation.results,
        variation.columns.map(({ column }) => column).join('; '),
        variation.cellCount,
        error,
      ]),
    ),
  );
