import type { CodebookPreview } from '#shared/contract/codebook.ts';
import type { Codebook } from '#shared/model/codebook.ts';
import { staleCodes } from '#shared/model/codebookChange.ts';
import { currentCodebook } from '../database/codebook.ts';
import { labelsOf } from '../database/labels.ts';
import type { Db } from '../database/open.ts';

/** The labels of an annotator, null for everybody's, that a codebook in the place of the one in force would list for review. */
export function labelsToReview(db: Db, annotator: number | null, next: Codebook): Omit<CodebookPreview['toReview'], 'ofAll'> {
  const now = currentCodebook(db);
  const byCode = new Map<string, number>();
  let labels = 0;
  let stay = 0;
  for (const label of labelsOf(db, annotator)) {
    const before = new Set(staleCodes(label, now).map(({ code }) => code));
    const after = staleCodes(label, next);
    const added = after.filter(({ code }) => !before.has(code));
    for (const { code } of added) byCode.set(code, (byCode.get(code) ?? 0) + 1);
    // One that is listed already is listed once.
    if (before.size === 0 && added.length > 0) labels++;
    if (before.size > 0 && after.length > 0) stay++;
  }
  return { labels, stay, byCode: [...byCode].map(([code, count]) => ({ code, labels: count })) };
}
