import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Command, Option } from 'commander';
import type { ConnectionCheck, ConnectionSource } from '#shared/contract/connection.ts';
import type { AssayContract } from '#shared/contract/contract.ts';
import type { Params } from '#shared/contract/rpc.ts';
import { adviceFor } from '#shared/model/connectionAdvice.ts';
import { DEFAULT_ATTEMPTS, ENGINE_NAMES, type EngineName } from '#shared/model/execution.ts';
import { wholeNumber } from './numbers.ts';
import { EXIT, print, printJson, table } from './output.ts';
import { withService } from './service.ts';

export type ConnectionOptions = { connection?: string; connectionsFile?: string };

export type EngineOptions = ConnectionOptions & { engine?: EngineName; attempts?: number; allowUnparsed?: boolean };

/** Options that name a connection. Its secret is read by the service, and is no argument: those are seen by everybody. */
export const withConnection = (command: Command): Command =>
  command
    .option('--connection <name>', 'a connection to Snowflake')
    .option('--connections-file <file>', 'connections.toml, .env or snowflake_credential.json; else ~/.snowflake or SNOWFLAKE_…');

/** Options that say on which engine queries run, and how Snowflake is asked. */
export const withEngine = (command: Command): Command =>
  withConnection(command)
    .addOption(new Option('--engine <engine>', 'only queries of databases on this engine').choices(ENGINE_NAMES))
    .option('--attempts <n>', `how often passing trouble is tried again (${DEFAULT_ATTEMPTS})`, wholeNumber(1))
    .option('--allow-unparsed', 'send Snowflake also statements that cannot be read to make sure that they only read');

/** Where Snowflake's own tools keep connections. */
function usualFile(): string | null {
  const home = process.env.SNOWFLAKE_HOME ?? path.join(os.homedir(), '.snowflake');
  return ['connections.toml', 'config.toml'].map((name) => path.join(home, name)).find((file) => fs.existsSync(file)) ?? null;
}

/** The connection that the options mean; undefined where they name none and the environment has none. */
export function connectionSource({ connection, connectionsFile }: ConnectionOptions): ConnectionSource | undefined {
  const name = connection ?? null;
  if (connectionsFile !== undefined) return { from: 'file', path: path.resolve(connectionsFile), name };
  const file = usualFile();
  if (name !== null && file !== null) return { from: 'file', path: file, name };
  if (name !== null || process.env.SNOWFLAKE_ACCOUNT !== undefined) return { from: 'environment', name };
  return undefined;
}

/** What `execution.start` is told about engines. */
export const engineParams = (options: EngineOptions): Partial<Params<AssayContract, 'execution.start'>> => {
  const connection = connectionSource(options);
  return {
    ...(options.engine === undefined ? {} : { engine: options.engine }),
    ...(connection === undefined ? {} : { connection }),
    ...(options.attempts === undefined ? {} : { attempts: options.attempts }),
    ...(options.allowUnparsed === undefined ? {} : { allowUnparsed: options.allowUnparsed }),
  };
};

function checkText({ steps }: ConnectionCheck): string {
  const advice = adviceFor(steps.find(({ ok }) => !ok)?.code ?? null);
  const found = table(
    ['step', '', 'ms', 'found'],
    steps.map(({ step, ok, milliseconds, detail, code }) => [
      step,
      ok ? 'ok' : (code ?? 'failed'),
      milliseconds,
      detail.replace(/\s+/g, ' '),
    ]),
  );
  return advice === null ? found : `${found}\n${advice.means} ${advice.next}`;
}

/** `assay connection …` */
export function addConnectionCommands(program: Command): void {
  const group = program.command('connection').description('Connections to Snowflake.').exitOverride();
  const required = (options: ConnectionOptions): ConnectionSource =>
    connectionSource(options) ?? { from: 'environment', name: null };

  withConnection(group.command('check'))
    .description('Log in and run a query that needs the warehouse: a suspended account still answers SELECT 1.')
    .option('--json', 'print JSON')
    .exitOverride()
    .addHelpText('after', '\nExample:\n  assay connection check --connection paper --connections-file connections.toml')
    .action((options: ConnectionOptions & { json?: boolean }) =>
      withService(async (client) => {
        const check = await client.call('connection.check', { connection: required(options) });
        if (options.json) printJson(check);
        else print(checkText(check));
        if (!check.ok) process.exitCode = EXIT.failed;
      }),
    );

  group
    .command('list <file>')
    .description('List the connections of a file, without their secrets.')
    .option('--json', 'print JSON')
    .exitOverride()
    .addHelpText('after', '\nExample:\n  assay connection list snowflake_credential.json')
    .action((file: string, options: { json?: boolean }) =>
      withService(async (client) => {
        const connections = await client.call('connection.read', { path: path.resolve(file) });
        if (options.json) return printJson(connections);
        const rows = connections.map(({ name, settings, problem }) =>
          settings === null
            ? [name, '', '', '', problem ?? '']
            : [name, settings.account, settings.user ?? '', settings.method, settings.warehouse ?? ''],
        );
        print(table(['connection', 'account', 'user', 'method', 'warehouse'], rows));
      }),
    );

  withConnection(group.command('schemas <project>'))
    .description('Read tables and columns of the Snowflake databases into the project.')
    .option('--json', 'print JSON')
    .option('--annotator <name>', 'who works', os.userInfo().username)
    .exitOverride()
    .addHelpText('after', '\nExample:\n  assay connection schemas analysis.assay --connection paper')
    .action((project: string, options: ConnectionOptions & { json?: boolean; annotator: string }) =>
      withService(async (client) => {
        await client.call('project.open', { path: path.resolve(project), annotator: options.annotator });
        const read = await client.call('connection.readSchemas', { connection: required(options) });
        if (options.json) printJson(read);
        else
          print(
            table(
              ['database', 'tables', 'problem'],
              read.map(({ database, tables, problem }) => [database, tables, problem ?? '']),
            ),
          );
      }),
    );
}
