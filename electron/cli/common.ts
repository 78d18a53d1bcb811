import os from 'node:os';
import path from 'node:path';
import { type Command, Option } from 'commander';
import type { AssayClient } from '#shared/contract/contract.ts';
import { S2_READINGS, type S2Reading } from '#shared/model/stratum.ts';
import { withService } from './service.ts';

/** Options that every command on a project has. */
export type Common = {
  annotator: string;
  json?: boolean;
  /** What the log says was revealed: the command. */
  reveal?: string;
};

/** Adds a command with what all of them have. */
export const commandOf =
  (program: Command) =>
  (usage: string, description: string, example: string, parent: Command = program, json = 'what is printed otherwise') =>
    parent
      .command(usage)
      .description(description)
      .option('--json', 'print JSON')
      .option('--annotator <name>', 'who works', os.userInfo().username)
      .exitOverride()
      .addHelpText('after', `\n${example.includes('\n') ? 'Examples' : 'Example'}:\n  ${example}\n\nWith --json: ${json}.`);

/** Adds `--reveal`, to a command that tells what blind labelling hides. */
export const revealing = (command: Command): Command =>
  command.addOption(
    new Option('--reveal', 'show also what blind labelling hides from the annotator; that is logged').preset(
      `assay ${command.name()}`,
    ),
  );

/** Says what an answer lacks where blind labelling hides it. */
export async function sayWhatIsHidden(client: AssayClient, { reveal }: Common): Promise<void> {
  if (reveal !== undefined || !(await client.call('blind.get', null)).hides) return;
  process.stderr.write(
    'Systems, verdicts and strata are left out: the annotator labels blind. --reveal shows them; that is logged.\n',
  );
}

/** `--reading`, of every command that asks for strata. */
export const readingOption = (): Option =>
  new Option('--reading <reading>', 'how S2 is read: disjoint, or as the paper words it')
    .choices(S2_READINGS)
    .default('disjoint' satisfies S2Reading);

/** Opens the project in a service of its own for the time of `work`. */
export const onProject = <T>(
  file: string,
  { annotator, reveal }: Common,
  work: (client: AssayClient) => Promise<T>,
): Promise<T> =>
  withService(async (client) => {
    await client.call('project.open', { path: path.resolve(file), annotator });
    if (reveal !== undefined) await client.call('blind.revealScreen', { screen: reveal });
    return work(client);
  });

/** Ctrl-C cancels through the contract, so that what is finished is stored. */
export function interruptible(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  process.once('SIGTERM', () => controller.abort());
  return controller.signal;
}
