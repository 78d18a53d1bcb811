import type { Accuracy } from '../../model/accuracy.ts';
import type { Share } from '../../model/share.ts';
import { csvText, decimal } from './csv.ts';
import { knownShare } from './knownShare.ts';

const numbers = ({ count, n, share, low, high }: Share) =>
  n === 0 ? [count, n, null, null, null] : [count, n, decimal(share), decimal(low), decimal(high)];

/**
 * The accuracies, one line a system, measure, rule and denominator. `measure` is `Exec` (predictions that ran without
 * failing) or `EX` (matches); `over` is `frame` or `all`. Shares and bounds are of 1.
 */
export function accuracyCsv(data: Accuracy): string {
  const header = [
    'system',
    'group',
    'measure',
    'rule',
    'rule_version',
    'over',
    'count',
    'n',
    'share',
    'low',
    'high',
    'databases',
  ];
  const rows = data.systems.flatMap(({ system, group, executed, rules }) => [
    [system, group, 'Exec', null, null, 'all', ...numbers(executed)],
    ...rules.flatMap(({ rule, overFrame, overAll }) => {
      const version = data.rules.find(({ id }) => id === rule)?.version ?? null;
      return [
        [system, group, 'EX', rule, version, 'frame', ...numbers(overFrame)],
        [system, group, 'EX', rule, version, 'all', ...numbers(overAll)],
      ];
    }),
  ]);
  return csvText(
    header,
    rows.map((row) => [...row, data.databases]),
  );
}

/** The accuracies as one JSON document. Of a system that has not run no share is known: null. */
export function accuracyJson(data: Accuracy): string {
  const systems = data.systems.map(({ executed, rules, ...system }) => ({
    ...system,
    executed: knownShare(executed),
    rules: rules.map(({ rule, overFrame, overAll }) => ({
      rule,
      overFrame: knownShare(overFrame),
      overAll: knownShare(overAll),
    })),
  }));
  return `${JSON.stringify({ format: 'assay/accuracy', version: 1, ...data, systems }, null, 2)}\n`;
}
