import type { Stratum } from '../../model/stratum.ts';
import { csvText } from './csv.ts';

/** A drawn sample's instances, one line each, strata in their order and ids in the order of drawing. */
export function sampleCsv(sample: {
  readonly name: string;
  readonly seed: number;
  readonly strata: readonly { readonly stratum: Stratum; readonly instanceIds: readonly string[] }[];
}): string {
  const rows = sample.strata.flatMap(({ stratum, instanceIds }) =>
    instanceIds.map((id, index) => [sample.name, sample.seed, stratum, index + 1, id]),
  );
  return csvText(['sample', 'seed', 'stratum', 'position', 'instance_id'], rows);
}
