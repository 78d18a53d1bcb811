import type { UserRuleOptions } from '../../model/userRule.ts';

/** What a rule of the project's own counts as a match, in plain sentences. */
export function userRuleInWords(options: UserRuleOptions): string {
  const order = {
    ignored: 'in any order',
    counts: 'in the same order',
    'as configured': 'in the same order where the instance says so',
  };
  const columns = {
    position: 'Columns are compared by position',
    name: 'Columns are compared by name',
    best: 'Columns find each other by the one mapping under which the rows match',
  };
  const { absoluteTolerance: absolute, relativeTolerance: relative } = options;
  const tolerances = [...(absolute > 0 ? [`${absolute}`] : []), ...(relative > 0 ? [`${relative} of the larger number`] : [])];
  const forgiven = [
    ...(options.case === 'ignored' ? ['case'] : []),
    ...(options.whiteSpace === 'ignored' ? ['white space'] : []),
    ...(options.dates === 'by value' ? ['how dates are written'] : []),
  ];
  return [
    `The prediction matches when it returns the same rows, ${options.duplicates === 'count' ? 'each equally often, ' : 'however often each, '}${order[options.order]}.`,
    `${columns[options.columns]}; ${options.goldColumns === 'all' ? 'all gold columns are' : 'the condition columns, where there are some, are'} compared, and extra columns are ${options.extraColumns === 'allowed' ? 'allowed' : 'a mismatch'}.`,
    tolerances.length === 0 ? 'Numbers must be equal exactly.' : `Numbers match within ${tolerances.join(' or ')}.`,
    { distinct: 'NULL equals only NULL.', zero: 'NULL equals 0.', 'empty text': 'NULL equals empty text.' }[options.nulls],
    ...(forgiven.length === 0 ? [] : [`Ignored: ${forgiven.join(', ')}.`]),
  ].join(' ');
}
