import { type Command, Option } from 'commander';
import { RULES } from '#shared/comparison/registry.ts';
import { ruleDefinition } from '#shared/comparison/ruleTexts.ts';
import type { RuleView } from '#shared/contract/rules.ts';
import { PLAIN_OPTIONS, type UserRuleOptions, userRuleOptionsSchema } from '#shared/model/userRule.ts';
import { type Common, commandOf, onProject } from './common.ts';
import { tolerance } from './numbers.ts';
import { print, printJson, table } from './output.ts';

/** Choices of each option, as the command line names them and as the rule stores them. */
const CHOICES = {
  order: { ignored: 'ignored', counts: 'counts', configured: 'as configured' },
  duplicates: { count: 'count', ignored: 'ignored' },
  columns: { position: 'position', name: 'name', best: 'best' },
  gold: { all: 'all', conditions: 'condition columns' },
  extra: { mismatch: 'mismatch', allowed: 'allowed' },
  nulls: { distinct: 'distinct', zero: 'zero', empty: 'empty text' },
  case: { counts: 'counts', ignored: 'ignored' },
  space: { counts: 'counts', ignored: 'ignored' },
  dates: { text: 'as text', value: 'by value' },
} as const;

type Choice = keyof typeof CHOICES;

const FIELDS: Readonly<Record<Choice, { field: keyof UserRuleOptions; what: string }>> = {
  order: { field: 'order', what: 'row order' },
  duplicates: { field: 'duplicates', what: 'rows that repeat' },
  columns: { field: 'columns', what: 'how columns find each other' },
  gold: { field: 'goldColumns', what: 'gold columns that are compared' },
  extra: { field: 'extraColumns', what: 'columns that only the prediction has' },
  nulls: { field: 'nulls', what: 'what NULL equals' },
  case: { field: 'case', what: 'upper and lower case' },
  space: { field: 'whiteSpace', what: 'white space' },
  dates: { field: 'dates', what: 'dates' },
};

type AddOptions = Common & Partial<Record<Choice, string>> & { absolute?: number; relative?: number };

function optionsOf(given: AddOptions): UserRuleOptions {
  const chosen = (Object.keys(CHOICES) as Choice[]).flatMap((choice) => {
    const word = given[choice];
    return word === undefined ? [] : [[FIELDS[choice].field, (CHOICES[choice] as Readonly<Record<string, string>>)[word]]];
  });
  return userRuleOptionsSchema.parse({
    ...PLAIN_OPTIONS,
    ...Object.fromEntries(chosen),
    ...(given.absolute === undefined ? {} : { absoluteTolerance: given.absolute }),
    ...(given.relative === undefined ? {} : { relativeTolerance: given.relative }),
  });
}

const listed = (rules: readonly RuleView[]) =>
  table(
    ['', 'rule', 'version', 'title'],
    rules.map(({ id, version, title, chosen }) => [chosen ? '*' : '', id, version, title]),
  );

type DefinedRule = { id: string; version: string; title: string; source: string; definition: string | null };

/** A rule as a person reads it: name, what it means, where it comes from. */
const ruleText = ({ id, version, title, source, definition }: DefinedRule): string =>
  [`${id} ${version}: ${title}`, ...(definition === null ? [] : [`  ${definition}`]), `  From: ${source}`].join('\n');

const shipped = (): DefinedRule[] =>
  Object.values(RULES).map(({ id, version, title, source }) => ({ id, version, title, source, definition: ruleDefinition(id) }));

/** `assay rules`, `assay rule list|add|choose`. */
export function addRuleCommands(program: Command): void {
  const command = commandOf(program);
  const list = (file: string, options: Common) =>
    onProject(file, options, async (client) => {
      const rules = await client.call('judge.rules', null);
      if (options.json) printJson(rules);
      else print(`${listed(rules)}\n* judged by`);
    });
  command(
    'rules [project]',
    'Say what the comparison rules mean: all that ship, or those that judge a project.',
    'assay rules --json',
  ).action((file: string | undefined, options: Common) => {
    const show = (rules: readonly DefinedRule[]) => (options.json ? printJson(rules) : print(rules.map(ruleText).join('\n\n')));
    if (file === undefined) return show(shipped());
    return onProject(file, options, async (client) =>
      show((await client.call('judge.rules', null)).filter(({ chosen }) => chosen)),
    );
  });

  const rule = program
    .command('rule')
    .description('Rules of a project’s own, and the rules that it is judged by.')
    .exitOverride();
  const under = (usage: string, description: string, example: string) => command(usage, description, example, rule);
  under('list <project>', 'List the rules; those with * judge the project.', 'assay rule list analysis.assay').action(list);

  const add = under(
    'add <project> <name>',
    'Add a rule of the project’s own, or change it: a change is a new version.',
    'assay rule add analysis.assay lenient --columns best --extra allowed --absolute 0.01',
  );
  for (const choice of Object.keys(CHOICES) as Choice[]) {
    const words = Object.keys(CHOICES[choice]);
    add.addOption(new Option(`--${choice} <choice>`, FIELDS[choice].what).choices(words));
  }
  add
    .option('--absolute <distance>', 'numbers match within this distance', tolerance)
    .option('--relative <share>', 'numbers match within this share of the larger one, of 1', tolerance)
    .action((file: string, name: string, options: AddOptions) =>
      onProject(file, options, async (client) => {
        const made = await client.call('rules.add', { name, options: optionsOf(options) });
        if (options.json) printJson(made);
        else print(`${made.name}, version ${made.version}; judge by it with assay judge --rule "${made.name}"`);
      }),
    );

  under(
    'choose <project> [rules...]',
    'Choose the rules that the project is judged by; without any, the usual ones of its benchmark.',
    'assay rule choose analysis.assay multiset bird-ex spider2',
  ).action((file: string, rules: string[], options: Common) =>
    onProject(file, options, async (client) => {
      const all = await client.call('rules.choose', { rules: rules.length === 0 ? null : rules });
      if (options.json) printJson(all);
      else print(`${listed(all)}\n* judged by`);
    }),
  );
}
