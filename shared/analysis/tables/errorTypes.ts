import type { ErrorTypes } from '../../model/errorTypes.ts';
import { csvText, decimal } from './csv.ts';
import { knownShare } from './knownShare.ts';

/** The error types, one line a code and stratum. Shares and bounds are of 1; empty where the code is not offered. Ids are parted by `;`. */
export function errorTypesCsv(data: ErrorTypes): string {
  const header = [
    'sample',
    'stratum',
    'frame',
    'drawn',
    'n',
    'code',
    'title',
    'offered',
    'count',
    'share',
    'low',
    'high',
    'instance_ids',
  ];
  const rows = data.codes.flatMap(({ code, title, shares }) =>
    shares.map(({ stratum, share, instanceIds }) => {
      const size = data.strata.find((entry) => entry.stratum === stratum);
      return [
        data.sample,
        stratum,
        size?.frame ?? null,
        size?.drawn ?? null,
        size?.labelled ?? null,
        code,
        title,
        share !== null,
        share?.count ?? null,
        share && share.n > 0 ? decimal(share.share) : null,
        share && share.n > 0 ? decimal(share.low) : null,
        share && share.n > 0 ? decimal(share.high) : null,
        share === null ? null : instanceIds.join(';'),
      ];
    }),
  );
  return csvText(header, rows);
}

/** The error types with everything that they rest on, as one JSON document. Without a labelled instance no share is known: null. */
export function errorTypesJson(data: ErrorTypes): string {
  const codes = data.codes.map((code) => ({
    ...code,
    shares: code.shares.map((entry) => ({ ...entry, share: entry.share && knownShare(entry.share) })),
  }));
  return `${JSON.stringify({ format: 'assay/error-types', version: 1, ...data, codes }, null, 2)}\n`;
}
