import type { Code, Codebook } from '../model/codebook.ts';
import { staleCodes } from '../model/codebookChange.ts';
import { compareCodePoints } from '../model/codePoints.ts';
import { counted } from '../model/counted.ts';
import type { Check, ErrorTypes } from '../model/errorTypes.ts';
import type { Label } from '../model/label.ts';
import { SAMPLED_STRATA, type Stratum } from '../model/stratum.ts';
import { halfWidth, wilson } from './interval.ts';

/** One sampled instance with one annotator's labels; `items` are the predictions to label, one a system. */
export type LabelledInstance = {
  readonly instanceId: string;
  /** The stratum it was drawn in. */
  readonly stratum: Stratum;
  readonly items: readonly { readonly system: string; readonly label: Label }[];
};

export type ErrorTypesInput = {
  readonly sample: { readonly name: string; readonly rule: string; readonly ruleVersion: string; readonly seed: number };
  /** How many instances of each stratum the frame held when the sample was drawn. */
  readonly frame: readonly { readonly stratum: Stratum; readonly count: number }[];
  readonly instances: readonly LabelledInstance[];
  readonly annotator: string;
  readonly codebook: Codebook;
  /** Blind labelling: whether it is on now, and how much was shown on purpose; null where it never was. */
  readonly blind: {
    readonly instances: number;
    readonly screens: number;
    /** When blind labelling was ended, which shows everything, ISO 8601; null while it is on. */
    readonly ended: string | null;
    /** Whether something is hidden now. */
    readonly hides: boolean;
    /** What was switched and revealed by whom, in its order; times in ISO 8601. */
    readonly log: readonly { readonly at: string; readonly what: string; readonly annotator: string }[];
  } | null;
};

/** Half-width of an interval, of 1, from which a check warns. Our own choice: reached below about 27 instances. */
const WIDE_INTERVAL = 0.175;

/** `2026-01-31 17:05 UTC` */
const inMinutes = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;

const isLabelled = (instance: LabelledInstance) => instance.items.every(({ label }) => label.status !== 'open');
const isOffered = (code: Code, stratum: Stratum) => code.strata === null || code.strata.includes(stratum);
const codesOf = (instance: LabelledInstance) => new Set(instance.items.flatMap(({ label }) => label.codes));

/**
 * The error types by stratum, Figure 3 of arXiv 2607.06229: of the labelled sampled instances of a stratum, the share
 * that carries a code in any system's label. Codes are not exclusive, so the shares of a stratum may add up to more
 * than 1. An instance is labelled when none of its items is open: undecided and skipped items stay in n, which keeps
 * the sample what was drawn. Codes of instances that are not finished do not count, as these are not in n.
 */
export function errorTypes(input: ErrorTypesInput): ErrorTypes {
  const strata = SAMPLED_STRATA.map((stratum) => {
    const drawn = input.instances.filter((instance) => instance.stratum === stratum);
    const frame = input.frame.find((entry) => entry.stratum === stratum)?.count ?? 0;
    return { stratum, frame, drawn: drawn.length, labelled: drawn.filter(isLabelled).length };
  }).filter(({ drawn }) => drawn > 0);

  const labelled = input.instances.filter(isLabelled);
  const used = new Set(labelled.flatMap((instance) => [...codesOf(instance)]));
  const codes = input.codebook.codes
    .filter(({ code, retired }) => !retired || used.has(code))
    .map((code) => ({
      code: code.code,
      title: code.retired ? `${code.title} (retired)` : code.title,
      shares: strata.map(({ stratum, labelled: n }) => {
        const instanceIds = labelled
          .filter((instance) => instance.stratum === stratum && codesOf(instance).has(code.code))
          .map((instance) => instance.instanceId)
          .sort(compareCodePoints);
        return { stratum, share: isOffered(code, stratum) ? wilson(instanceIds.length, n) : null, instanceIds };
      }),
    }));

  return {
    sample: input.sample.name,
    annotator: input.annotator,
    rule: input.sample.rule,
    ruleVersion: input.sample.ruleVersion,
    seed: input.sample.seed,
    codebookVersion: input.codebook.version,
    strata,
    codes,
    checks: checksOf(input, strata, codes),
    caption: captionOf(input, strata),
  };
}

/** What a reader must know of the labels behind the shares. */
function checksOf(input: ErrorTypesInput, strata: ErrorTypes['strata'], codes: ErrorTypes['codes']): Check[] {
  const checks: Check[] = [];
  const add = (level: Check['level'], text: string) => checks.push({ level, text });

  const drawn = input.instances.length;
  const labelled = input.instances.filter(isLabelled).length;
  if (labelled === drawn) add('ok', `${labelled} of ${drawn} instances labelled`);
  else {
    for (const { stratum, drawn: inStratum, labelled: done } of strata) {
      if (done < inStratum) add('warning', `${stratum}: ${done} of ${inStratum} instances labelled, the rest is not in n`);
    }
  }

  const items = input.instances.flatMap((instance) => instance.items);
  const stale = items.filter(({ label }) => staleCodes(label, input.codebook).length > 0).length;
  if (stale > 0) add('warning', `${counted(stale, 'label')} with a code whose meaning has changed since it was set: to review`);
  else add('ok', `Every code holds under codebook version ${input.codebook.version}`);

  for (const { code, shares } of codes) {
    for (const { stratum, share, instanceIds } of shares) {
      if (share === null && instanceIds.length > 0) {
        add(
          'warning',
          `${code} is set on ${counted(instanceIds.length, 'instance')} of ${stratum}, where it is not offered: not shown`,
        );
      }
    }
  }
  const known = new Set(input.codebook.codes.map(({ code }) => code));
  const unknown = new Set(items.flatMap(({ label }) => label.codes).filter((code) => !known.has(code)));
  if (unknown.size > 0)
    add('warning', `Codes that the codebook lacks, not shown: ${[...unknown].sort(compareCodePoints).join(', ')}`);

  const finished = input.instances.filter(isLabelled).flatMap((instance) => instance.items);
  const undecided = finished.filter(({ label }) => label.status === 'undecided').length;
  const skipped = finished.filter(({ label }) => label.status === 'skipped').length;
  if (undecided + skipped > 0) add('note', `${undecided} undecided, ${skipped} skipped: counted in n`);
  const bare = finished.filter(({ label }) => label.status === 'done' && label.codes.length === 0).length;
  if (bare > 0) add('note', `${counted(bare, 'label')} done without a code: counted in n`);
  const flagged = items.filter(({ label }) => label.flagged).length;
  if (flagged > 0) add('note', `${counted(flagged, 'item')} flagged`);
  if (input.blind !== null) {
    const { instances, screens, ended } = input.blind;
    const shown = `${counted(instances, 'instance')} and ${counted(screens, 'screen')} revealed on purpose`;
    const end = ended === null ? 'is on' : `was ended by ${input.annotator} on ${inMinutes(ended)}, which shows everything`;
    add('note', `Blind labelling ${end}; ${shown}${ended === null ? '' : ' before'}`);
  }
  const without = input.instances.filter((instance) => instance.items.length === 0).length;
  if (without > 0) add('note', `${counted(without, 'instance')} without a prediction to label: counted in n`);

  const whole = strata.filter(isDrawnWhole);
  const isFinished = (entry: ErrorTypes['strata'][number]) => entry.labelled === entry.frame;
  for (const finished of [true, false]) {
    const same = whole.filter((entry) => isFinished(entry) === finished);
    if (same.length > 0) add('note', censusNote(same, finished));
  }
  for (const entry of strata) {
    const { stratum, labelled: n } = entry;
    if (isDrawnWhole(entry) && isFinished(entry)) continue;
    const widest = Math.max(0, ...codes.map((code) => widthIn(code, stratum)));
    if (n > 0 && widest >= WIDE_INTERVAL)
      add('warning', `${stratum}: n = ${n}, intervals up to ± ${Math.round(widest * 100)} points`);
  }
  return checks;
}

/** Every instance of the stratum that the sample's frame held was drawn. */
const isDrawnWhole = ({ drawn, frame }: ErrorTypes['strata'][number]) => drawn > 0 && drawn === frame;
const CENSUS = 'a census: no sampling error, intervals speak of a larger population of like questions';

function censusNote(strata: ErrorTypes['strata'], finished: boolean): string {
  const names = strata.map(({ stratum }) => stratum).join(', ');
  const sizes = strata.map(({ frame }) => frame).join(', ');
  const all = strata.length === 1 ? `all ${sizes} instances of its frame` : `all instances of their frames (${sizes})`;
  return finished
    ? `${names}: ${all} are drawn and labelled, ${CENSUS}`
    : `${names}: ${all} are drawn; once all are labelled it is ${CENSUS}`;
}

function widthIn(code: ErrorTypes['codes'][number], stratum: Stratum): number {
  const share = code.shares.find((entry) => entry.stratum === stratum)?.share;
  return share ? halfWidth(share) : 0;
}

function captionOf(input: ErrorTypesInput, strata: ErrorTypes['strata']): string {
  const sizes = strata
    .map(({ stratum, labelled, drawn, frame }) => `${stratum} n = ${labelled} labelled of ${drawn} drawn from ${frame}`)
    .join(', ');
  const whole = strata.filter((entry) => isDrawnWhole(entry) && entry.labelled === entry.frame).map(({ stratum }) => stratum);
  const census =
    whole.length === 0
      ? ''
      : ` (${whole.join(', ')}: the whole frame is drawn, so they speak of a larger population of like questions)`;
  const { rule, ruleVersion, seed, name } = input.sample;
  return (
    `Share of sampled instances that carry each code, by stratum (${sizes}). An instance carries a code when the label of ` +
    `any system does; codes are not exclusive. Lines: Wilson 95 % intervals${census}. Sample ${name}, drawn with seed ${seed}; ` +
    `verdicts by ${rule} ${ruleVersion}; codes by ${input.annotator}, codebook version ${input.codebook.version}.`
  );
}
