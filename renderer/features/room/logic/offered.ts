import { type Code, PAPER_CODEBOOK } from '#shared/model/codebook.ts';
import { STRATUM_DEFINITIONS, type Stratum } from '#shared/model/stratum.ts';

/** The stratum of an instance; `hidden` where blind labelling does not tell it, null outside every stratum. */
export type ShownStratum = Stratum | 'hidden' | null;

/**
 * Whether a code may be set in the stratum; one that is set may always be taken away. Where the stratum is hidden every
 * code is offered: one that is not would tell it.
 */
export const isOffered = (code: Code, stratum: ShownStratum): boolean =>
  !code.retired && (code.strata === null || stratum === 'hidden' || (stratum !== null && code.strata.includes(stratum)));

/** The code of the paper for what is wrong in gold, as the paper has it. */
const isAnnotationIssue = (code: Code): boolean =>
  PAPER_CODEBOOK.codes.some(
    (known) =>
      known.strata !== null &&
      known.code === code.code &&
      known.title === code.title &&
      known.strata.join() === code.strata?.join(),
  );

/** Why a code is not offered everywhere, for people; null where it is. Source of C5's reason: arXiv 2607.06229. */
export function whyLimited(code: Code): string | null {
  if (code.retired) return 'Retired: this version of the codebook no longer offers it.';
  if (code.strata === null) return null;
  if (isAnnotationIssue(code)) {
    return `Offered in ${code.strata.join(', ')} only: the paper codes gold issues in S1, where every strong system disagrees with gold; elsewhere use Responsible: gold.`;
  }
  const meaning = code.strata.map((name) => {
    const title = STRATUM_DEFINITIONS[name as Stratum]?.title;
    return title ? `${name} (${title.toLowerCase()})` : name;
  });
  return code.strata.length === 0 ? 'The codebook offers it in no stratum.' : `Offered in ${meaning.join(', ')} only.`;
}
