import type { Share } from '../../model/share.ts';
import { wilson } from '../interval.ts';

/** One instance that is said to need AI functions, and what a system made of it. */
export type AiInstance = {
  /** Functions that the benchmark names, each once. */
  readonly functions: readonly string[];
  /** Functions that the prediction calls, each once; null where there is no prediction. */
  readonly used: readonly string[] | null;
  /** Whether it matches; null where the instance is outside the frame. */
  readonly matches: boolean | null;
};

export type SelectionByFunction = {
  readonly name: string;
  /** Of instances that need it: predictions that call it. */
  readonly recall: Share;
  /** Of predictions that call it: instances that need it. */
  readonly precision: Share;
};

export type FunctionSelection = {
  /** Predictions that call exactly the functions that the benchmark names, of all instances; a missing one calls none. */
  readonly exact: Share;
  /** Predictions that call all of them, and perhaps more. */
  readonly covered: Share;
  /** Predictions that call none at all. */
  readonly none: Share;
  readonly byFunction: readonly SelectionByFunction[];
};

const sameSet = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((name) => b.includes(name));

/** Whether a system chose the AI functions that an instance needs; instances without any are left out. */
export function functionSelection(all: readonly AiInstance[]): FunctionSelection {
  const instances = all.filter(({ functions }) => functions.length > 0);
  const share = (holds: (instance: AiInstance, used: readonly string[]) => boolean) =>
    wilson(instances.filter((instance) => holds(instance, instance.used ?? [])).length, instances.length);
  return {
    exact: share(({ functions }, used) => sameSet(functions, used)),
    covered: share(({ functions }, used) => functions.every((name) => used.includes(name))),
    none: share((_, used) => used.length === 0),
    byFunction: functionNames(instances).map((name) => {
      const needing = instances.filter(({ functions }) => functions.includes(name));
      const calling = instances.filter(({ used }) => used?.includes(name));
      const both = needing.filter(({ used }) => used?.includes(name)).length;
      return { name, recall: wilson(both, needing.length), precision: wilson(both, calling.length) };
    }),
  };
}

/** Every function that an instance needs, the most frequent first. */
export function functionNames(instances: readonly Pick<AiInstance, 'functions'>[]): string[] {
  const counts = new Map<string, number>();
  for (const { functions } of instances) for (const name of functions) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([name]) => name);
}

const accuracyOf = (instances: readonly AiInstance[]): Share => {
  const judged = instances.filter(({ matches }) => matches !== null);
  return wilson(judged.filter(({ matches }) => matches).length, judged.length);
};

/** EX over the instances in the frame that need each function; one that needs several counts for each. */
export const accuracyByFunction = (instances: readonly AiInstance[]): { name: string; accuracy: Share }[] =>
  functionNames(instances).map((name) => ({
    name,
    accuracy: accuracyOf(instances.filter(({ functions }) => functions.includes(name))),
  }));

/** EX over the instances in the frame that need one function, and over those that need several. */
export const accuracyByCount = (instances: readonly AiInstance[]): { single: Share; multi: Share } => ({
  single: accuracyOf(instances.filter(({ functions }) => functions.length === 1)),
  multi: accuracyOf(instances.filter(({ functions }) => functions.length > 1)),
});
