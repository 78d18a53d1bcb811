import type { AssayContract, AssayHandlers } from '#shared/contract/contract.ts';
import { AssayError } from '#shared/contract/errors.ts';
import type { GoldFindings } from '#shared/contract/gold.ts';
import type { Sample } from '#shared/contract/overview.ts';
import type { LabelAnswer } from '#shared/contract/room.ts';
import type { Answer, MethodName } from '#shared/contract/rpc.ts';
import { type StrippedMethod, type WHILE_BLIND, whileBlind } from '#shared/contract/whileBlind.ts';
import type { Label } from '#shared/model/label.ts';
import { isBlind } from '../database/blind.ts';
import { tellsNoSystem } from '../room/blind.ts';
import { blindNumbers, systemOfNumber } from '../room/blind-numbers.ts';
import type { Sight } from '../room/sight.ts';
import type { Session } from '../session.ts';

type Method = MethodName<AssayContract>;
type Of<K extends Method> = Answer<AssayContract, K>;

const ofGoldsAlone = (found: GoldFindings): GoldFindings => ({
  ...found,
  findings: found.findings.filter(({ systemName, kind }) => tellsNoSystem({ system: systemName, kind })),
});
const withoutStrata = (sample: Sample): Sample => ({
  ...sample,
  strongSystems: [],
  strata: sample.strata.map((stratum) => ({ ...stratum, instanceIds: [] })),
});

/** Answers without what would tell something hidden. */
const STRIPPED: { readonly [K in StrippedMethod]: (answer: Of<K>) => Of<K> } = {
  'judge.run': (judged) => judged.map((each) => ({ ...each, systems: [] })),
  'gold.check': ofGoldsAlone,
  'gold.findings': ofGoldsAlone,
  'sample.list': (samples) => samples.map(withoutStrata),
  'sample.draw': withoutStrata,
};

/** The numbers of the systems in an instance, as the annotator gets them. */
type NumbersIn = (instance: number) => (system: number) => number;

const labelIn = (label: Label, number: (system: number) => number): Label => ({
  ...label,
  copiedFrom: label.copiedFrom === null ? null : number(label.copiedFrom),
});
const answerIn = (answer: LabelAnswer, numbersIn: NumbersIn): LabelAnswer => {
  const number = numbersIn(answer.instance);
  return { ...answer, system: number(answer.system), label: labelIn(answer.label, number) };
};
const placesIn = <T extends { instance: number; system: number }>(places: readonly T[], numbersIn: NumbersIn): T[] =>
  places.map((place) => ({ ...place, system: numbersIn(place.instance)(place.system) }));

/**
 * `true` where an answer may hold the row id of a system, six levels deep: under one of these names a number, or
 * an `id`. What nests in itself ends there.
 */
type HoldsIds<T, Depth extends unknown[] = []> = Depth['length'] extends 6
  ? never
  : T extends readonly (infer Each)[]
    ? HoldsIds<Each, [...Depth, 0]>
    : T extends Uint8Array
      ? never
      : T extends object
        ? {
            [K in keyof T]:
              | (K extends 'system' | 'copiedFrom' ? IsId<T[K]> : K extends 'systems' ? IsIds<T[K]> : never)
              | HoldsIds<T[K], [...Depth, 0]>;
          }[keyof T]
        : never;
type IsId<T> = T extends number | { id: number } ? true : never;
/** A number of systems is none; a list of them with names is the project's, not of an instance. */
type IsIds<T> = T extends readonly number[] ? true : never;

/** Methods that are answered while something is hidden, and whose answers name systems by their ids. */
type NumberedMethod = {
  [K in Method]: (typeof WHILE_BLIND)[K] extends 'refused' ? never : true extends HoldsIds<Of<K>> ? K : never;
}[Method];

/**
 * Answers that name systems by their ids, with the numbers that stand for them in each instance. One that is new does not
 * compile without an entry.
 */
const NUMBERED: { readonly [K in NumberedMethod]: (answer: Of<K>, numbersIn: NumbersIn) => Of<K> } = {
  'room.queue': (queue, numbersIn) =>
    queue.map((entry) => {
      const number = numbersIn(entry.instance);
      return { ...entry, items: entry.items.map((item) => ({ ...item, system: number(item.system) })) };
    }),
  'room.facets': (facets, numbersIn) => ({
    ...facets,
    flips: placesIn(facets.flips, numbersIn),
    disputed: placesIn(facets.disputed, numbersIn),
    trajectories: facets.trajectories.map(({ instance, systems }) => ({
      instance,
      systems: systems.map(numbersIn(instance)),
    })),
  }),
  'room.instance': (view, numbersIn) => {
    const number = numbersIn(view.instance);
    return {
      ...view,
      predictions: view.predictions.map((prediction) => ({
        ...prediction,
        system: number(prediction.system),
        label: labelIn(prediction.label, number),
      })),
      findings: view.findings.map((finding) => ({ ...finding, system: finding.system === null ? null : number(finding.system) })),
    };
  },
  'label.edit': answerIn,
  'label.copy': (answers, numbersIn) => answers.map((answer) => answerIn(answer, numbersIn)),
  'label.undo': (answer, numbersIn) => answer && answerIn(answer, numbersIn),
  'label.redo': (answer, numbersIn) => answer && answerIn(answer, numbersIn),
  'search.find': (found, numbersIn) => ({
    ...found,
    hits: found.hits.map((hit) => ({
      ...hit,
      system: hit.system && { ...hit.system, id: numbersIn(hit.instance)(hit.system.id) },
    })),
  }),
};

/**
 * The handlers as a client gets them. Here, and nowhere else, it is decided what becomes of a request while blind labelling
 * hides something (`WHILE_BLIND` says it of each), and systems get the numbers by which a blind annotator knows them.
 */
export function throughBlindness(session: Session, sight: Sight, handlers: AssayHandlers): AssayHandlers {
  /** Numbers of systems in what is asked for, as the row ids that they stand for. */
  const withIds = (params: unknown): unknown => {
    if (typeof params !== 'object' || params === null || !('instance' in params) || !('system' in params)) return params;
    const { instance } = params;
    if (typeof instance !== 'number') return params;
    const idOf = (number: unknown) => (typeof number === 'number' ? systemOfNumber(session.db, instance, number) : number);
    const others = 'systems' in params && Array.isArray(params.systems) ? { systems: params.systems.map(idOf) } : {};
    return { ...params, system: idOf(params.system), ...others };
  };
  const withNumbers = (method: Method, answer: unknown): unknown => {
    const numbered = NUMBERED[method as NumberedMethod] as ((answer: unknown, numbersIn: NumbersIn) => unknown) | undefined;
    if (numbered === undefined || !isBlind(session.db, session.annotator.id)) return answer;
    return numbered(answer, (instance) => blindNumbers(session.db, instance));
  };
  const guarded = (method: Method) => {
    const handler = handlers[method] as (params: unknown, context: unknown) => unknown;
    return async (params: unknown, context: unknown): Promise<unknown> => {
      const what = whileBlind(method, params as never);
      if (what === 'refused' && sight.isBlocked()) {
        throw new AssayError('HIDDEN', 'Blind labelling hides this until every item of every sample is committed.', {
          next: 'Commit what is open, or reveal it: in the window on its screen, on the command line with --reveal. That is logged.',
        });
      }
      const answer = await handler(withIds(params), context);
      const strip = STRIPPED[method as StrippedMethod] as ((answer: unknown) => unknown) | undefined;
      return withNumbers(method, strip !== undefined && sight.isBlocked() ? strip(answer) : answer);
    };
  };
  return Object.fromEntries((Object.keys(handlers) as Method[]).map((method) => [method, guarded(method)])) as AssayHandlers;
}
