import fs from 'node:fs';
import path from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { CODEBOOK_FORMATS, type CodebookFormat, type CodebookPreview } from '#shared/contract/codebook.ts';
import { AssayError } from '#shared/contract/errors.ts';
import type { Code, Codebook } from '#shared/model/codebook.ts';
import type { CodebookChange, NewCode } from '#shared/model/codebookChange.ts';
import { codebookDifferences, isReordered } from '#shared/model/codebookDifference.ts';
import { CODEBOOK_PRESETS } from '#shared/model/codebookPresets.ts';
import { type Common, commandOf, onProject } from './common.ts';
import { print, printJson, table } from './output.ts';

const listed = ({ name, version, codes }: Codebook): string => {
  const state = ({ retired, replacedBy }: Code) =>
    retired ? (replacedBy.length === 0 ? 'retired' : `now ${replacedBy.join(', ')}`) : '';
  const rows = codes.map((code) => [code.code, code.title, code.group, code.strata?.join(', ') ?? '', state(code)]);
  return `${name}, version ${version}\n${table(['code', 'title', 'type', 'only in', ''], rows)}`;
};

/** What a change would make of a codebook, a line for each code that differs. */
function previewed(now: Codebook, { codebook, toReview }: CodebookPreview): string {
  const rows = codebookDifferences(now, codebook).map(({ code, after, kinds }) => {
    const labels = toReview.byCode.find((each) => each.code === code)?.labels ?? 0;
    return [code, after.title, kinds.join(', '), labels === 0 ? '' : `${labels} to review`];
  });
  return [
    `${codebook.name}, version ${codebook.version}: not made`,
    ...(rows.length === 0 ? ['Every code says what it says now.'] : [table(['code', 'title', '', 'labels'], rows)]),
    ...(isReordered(now, codebook) ? ['The codes stand in another order.'] : []),
    `${toReview.labels} ${toReview.ofAll ? 'labels' : 'of your labels'} would be listed for review${toReview.stay > 0 ? `, beside ${toReview.stay} listed now` : ''}.`,
  ].join('\n');
}

/** `C3a=Wrong join` as a code with a title. */
function partOf(text: string, earlier: NewCode[] = []): NewCode[] {
  const [, code, title] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (code === undefined || title === undefined) throw new InvalidArgumentError('Write it as C3a="Wrong join type".');
  return [...earlier, { code: code.trim(), title: title.trim(), definition: '', examples: [], strata: null, group: '' }];
}

type CodeOptions = Common & { definition?: string; example?: string[]; strata?: string; type?: string };

/** `assay codebook show|versions|add|rename|redefine|merge|split|retire|restore|preset|import|export`. */
export function addCodebookCommands(program: Command): void {
  const codebook = program
    .command('codebook')
    .description('The codes of a project. Every change is a new version; no code is ever deleted.')
    .exitOverride();
  const command = commandOf(program);
  const under = (usage: string, description: string, example: string) => command(usage, description, example, codebook);
  const change = (file: string, options: Common, asked: (now: Codebook) => CodebookChange) =>
    onProject(file, options, async (client) => {
      const now = await client.call('codebook.get', null);
      const next = await client.call('codebook.change', { change: asked(now) });
      if (options.json) printJson(next);
      else print(listed(next));
    });

  under('show <project>', 'Show the codebook in force.', 'assay codebook show analysis.assay').action(
    (file: string, options: Common) =>
      onProject(file, options, async (client) => {
        const now = await client.call('codebook.get', null);
        if (options.json) printJson(now);
        else print(listed(now));
      }),
  );
  under('versions <project>', 'List who changed what, and when.', 'assay codebook versions analysis.assay --json').action(
    (file: string, options: Common) =>
      onProject(file, options, async (client) => {
        const versions = await client.call('codebook.versions', null);
        if (options.json) printJson(versions);
        else
          print(
            versions.map(({ version, at, by, description }) => `v${version}  ${at}  ${by || '–'}: ${description}`).join('\n'),
          );
      }),
  );

  const withMeaning = (made: Command) =>
    made
      .option('--definition <text>', 'what it means')
      .option('--example <text...>', 'an example')
      .option('--strata <list>', 'strata in which it is offered, such as S1,S2, or all')
      .option('--type <name>', 'the type that it is a subtype of');
  const strataOf = (text: string | undefined, otherwise: string[] | null) =>
    text === undefined ? otherwise : text === 'all' ? null : text.split(',').map((each) => each.trim());
  withMeaning(
    under('add <project> <code> <title>', 'Add a code.', 'assay codebook add analysis.assay C6 "Wrong unit" --definition "…"'),
  ).action((file: string, code: string, title: string, options: CodeOptions) =>
    change(file, options, () => ({
      change: 'add',
      code: {
        code,
        title,
        definition: options.definition ?? '',
        examples: options.example ?? [],
        strata: strataOf(options.strata, null),
        group: options.type ?? '',
      },
    })),
  );
  withMeaning(
    under(
      'redefine <project> <code>',
      'Change what a code means: labels that carry it are then listed for review.',
      'assay codebook redefine analysis.assay C3 --definition "…"',
    ),
  ).action((file: string, code: string, options: CodeOptions) =>
    change(file, options, ({ codes }) => {
      const old = codes.find((each) => each.code === code);
      if (!old) throw new AssayError('NOT_FOUND', `There is no code ${code}.`);
      return {
        change: 'redefine',
        code,
        definition: options.definition ?? old.definition,
        examples: options.example ?? old.examples,
        strata: strataOf(options.strata, old.strata),
        group: options.type ?? old.group,
      };
    }),
  );
  under(
    'rename <project> <code> <title>',
    'Give a code another title.',
    'assay codebook rename analysis.assay C1 Grounding',
  ).action((file: string, code: string, title: string, options: Common) =>
    change(file, options, () => ({ change: 'rename', code, title })),
  );
  under(
    'merge <project> <into> <codes...>',
    'Merge codes into another: they are retired.',
    'assay codebook merge analysis.assay C2 C6 C7',
  ).action((file: string, into: string, codes: string[], options: Common) =>
    change(file, options, () => ({ change: 'merge', codes, into })),
  );
  under(
    'split <project> <code>',
    'Split a code into new ones: it is retired.',
    'assay codebook split analysis.assay C3 --into C3a="Joins" --into C3b="Aggregation"',
  )
    .requiredOption('--into <code=title>', 'a new code; at least two', partOf)
    .action((file: string, code: string, options: Common & { into: NewCode[] }) =>
      change(file, options, () => ({ change: 'split', code, into: options.into })),
    );
  for (const [name, what] of [
    ['retire', 'Offer a code no longer; labels keep it.'],
    ['restore', 'Offer a retired code again.'],
  ] as const) {
    under(`${name} <project> <code>`, what, `assay codebook ${name} analysis.assay C4`).action(
      (file: string, code: string, options: Common) => change(file, options, () => ({ change: name, code })),
    );
  }
  under(
    'preset <project> <name>',
    `Take over a codebook that ships with Assay: ${CODEBOOK_PRESETS.map(({ name }) => name).join(', ')}.`,
    'assay codebook preset analysis.assay NL2SQL-BUGs',
  ).action((file: string, name: string, options: Common) => {
    const preset = CODEBOOK_PRESETS.find((each) => each.name.toLowerCase() === name.toLowerCase());
    if (!preset) throw new AssayError('NOT_FOUND', `There is no codebook ${name}.`);
    return change(file, options, () => ({ change: 'adopt', name: preset.name, codes: [...preset.codes] }));
  });
  under(
    'import <project> <file>',
    'Take over the codes of a JSON or CSV file; codes that it lacks are retired.',
    'assay codebook import analysis.assay codes.csv --dry-run',
  )
    .option('--dry-run', 'show what it would change, and change nothing')
    .action((file: string, from: string, options: Common & { dryRun?: boolean }) =>
      onProject(file, options, async (client) => {
        const change = { change: 'adopt', ...(await client.call('codebook.read', { path: path.resolve(from) })) } as const;
        if (options.dryRun) {
          const now = await client.call('codebook.get', null);
          const preview = await client.call('codebook.preview', { change });
          if (options.json) printJson({ ...preview, differences: codebookDifferences(now, preview.codebook) });
          else print(previewed(now, preview));
          return;
        }
        const next = await client.call('codebook.change', { change });
        if (options.json) printJson(next);
        else print(listed(next));
      }),
    );
  under(
    'export <project>',
    'Write the codebook as JSON or CSV, by the ending of the file.',
    'assay codebook export analysis.assay --out codes.csv',
  )
    .requiredOption('--out <file>', 'a new file ending in .json or .csv')
    .action((file: string, options: Common & { out: string }) => {
      const out = path.resolve(options.out);
      const format = CODEBOOK_FORMATS.find((each): each is CodebookFormat => out.toLowerCase().endsWith(`.${each}`));
      if (!format) throw new AssayError('INVALID_INPUT', 'The file must end in .json or .csv.');
      return onProject(file, options, async (client) => {
        const { bytes } = await client.call('codebook.file', { format });
        writeNew(out, bytes);
        if (options.json) printJson({ path: out });
        else print(out);
      });
    });
}

/** @throws AssayError SAVE_FAILED, also where the file is there already: nothing is overwritten. */
function writeNew(file: string, bytes: Uint8Array): void {
  try {
    fs.writeFileSync(file, bytes, { flag: 'wx' });
  } catch (error) {
    throw new AssayError('SAVE_FAILED', `${file} cannot be written.`, {
      next: 'Name a file that does not exist yet.',
      cause: error,
    });
  }
}
