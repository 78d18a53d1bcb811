import os from 'node:os';
import path from 'node:path';
import type { Command } from 'commander';
import type { Compiled } from '#shared/contract/local.ts';
import { counted } from '#shared/model/counted.ts';
import { type Common, interruptible, onProject, revealing } from './common.ts';
import { type ConnectionOptions, connectionSource, withConnection } from './connection.ts';
import { EXIT, print, printJson, progressLine, table } from './output.ts';
import { withService } from './service.ts';

// Commands for working without a warehouse: databases from files, compiling, recordings of AI functions.

const compiledCounts = (compiled: readonly Compiled[]) => {
  const known = compiled.filter(({ state }) => state !== 'no schema');
  return {
    compiles: known.filter(({ state }) => state === 'compiles').length,
    of: known.length,
    noSchema: compiled.length - known.length,
  };
};

function compiledText(compiled: readonly Compiled[]): string {
  const { compiles, of, noSchema } = compiledCounts(compiled);
  const reasons = compiled
    .filter(({ message }) => message !== null)
    .map(({ instanceId, database, code, message }) => [instanceId, database, code ?? '', (message ?? '').split('\n')[0]!]);
  return [
    `${compiles} of ${of} compile${noSchema === 0 ? '' : `; ${noSchema} have no schema`}`,
    ...(reasons.length === 0 ? [] : [table(['instance', 'database', 'reason', 'message'], reasons)]),
  ].join('\n');
}

/** Adds `database`, `compile` and `recording` to the program. */
export function addLocalCommands(program: Command): void {
  program
    .command('database <folder> <file>')
    .description('Make a DuckDB file of a folder: Parquet, CSV and JSON files, or a Spider2 schema folder.')
    .option('--json', 'print JSON')
    .exitOverride()
    .addHelpText('after', '\nExample:\n  assay database resource/databases/F1 F1.duckdb')
    .action((folder: string, file: string, options: { json?: boolean }) =>
      withService(async (client) => {
        const built = await client.call('local.build', { folder: path.resolve(folder), target: path.resolve(file) });
        if (options.json) return printJson(built);
        print(
          table(
            ['table', 'columns', 'rows'],
            built.tables.map(({ schema, name, columns, rows }) => [`${schema}.${name}`, columns.length, rows]),
          ),
        );
        for (const note of built.notes) print(note);
      }),
    );

  program
    .command('compile')
    .description('Compile queries in Snowflake dialect on sample databases made of their schemas, and list the reasons.')
    .requiredOption('--tasks <file>', 'the benchmark: a JSON line an instance, with instance_id and db_id')
    .requiredOption('--schemas <folder>', 'the folder of database folders with DDL.csv')
    .requiredOption('--queries <folder>', 'golds or predictions, {instance_id}.sql')
    .option('--json', 'print JSON')
    .exitOverride()
    .addHelpText(
      'after',
      '\nExample:\n  assay compile --tasks spider2-snow.jsonl --schemas resource/databases --queries evaluation_suite/gold/sql',
    )
    .action((options: { tasks: string; schemas: string; queries: string; json?: boolean }) =>
      withService(async (client) => {
        const line = progressLine();
        const { compiled, leftOut } = await client.call(
          'local.compile',
          { tasks: path.resolve(options.tasks), schemas: path.resolve(options.schemas), queries: path.resolve(options.queries) },
          { signal: interruptible(), onProgress: ({ done, total }) => line.show(`Compiling ${done}/${total ?? '?'}`) },
        );
        line.end();
        if (options.json) return printJson({ ...compiledCounts(compiled), queries: compiled, leftOut });
        print(compiledText(compiled));
        if (leftOut.length > 0) print(`${leftOut.length} left out:`);
        for (const { file, line: at, reason } of leftOut) print(`  ${at === null ? file : `${file}:${at}`}: ${reason}`);
      }),
    );

  revealing(program.command('compile-project <project>'))
    .description(
      'Compile every gold and prediction of a project on sample databases made of their schemas, and keep the reasons.',
    )
    .requiredOption('--schemas <folder>', 'the folder of database folders with DDL.csv')
    .option('--json', 'print JSON')
    .option('--annotator <name>', 'who works', os.userInfo().username)
    .exitOverride()
    .addHelpText('after', '\nExample:\n  assay compile-project analysis.assay --schemas resource/databases')
    .action((project: string, options: Common & { schemas: string }) =>
      onProject(project, options, async (client) => {
        const line = progressLine();
        const { queries } = await client
          .call(
            'local.compileProject',
            { schemas: path.resolve(options.schemas) },
            { signal: interruptible(), onProgress: ({ done, total }) => line.show(`Compiling ${done}/${total ?? '?'}`) },
          )
          .finally(() => line.end());
        if (options.reveal === undefined && (await client.call('blind.get', null)).hides) {
          if (options.json) printJson({ compiled: queries, hidden: true });
          else print(`${counted(queries, 'query', 'queries')} compiled; what was found is kept in the project.`);
          process.stderr.write('Whose query fails is left out: the annotator labels blind. --reveal tells it; that is logged.\n');
          return;
        }
        const compiled = await client.call('local.compiled', null);
        if (options.json) printJson({ ...compiledCounts(compiled), queries: compiled });
        else
          print(
            compiledText(compiled.map((query) => ({ ...query, instanceId: `${query.instanceId} ${query.system ?? 'gold'}` }))),
          );
      }),
    );

  const recording = program
    .command('recording')
    .description('Answers of AI functions, from which local execution answers.')
    .exitOverride();
  const command = (usage: string, description: string, example: string) =>
    recording
      .command(usage)
      .description(description)
      .option('--json', 'print JSON')
      .option('--annotator <name>', 'who works', os.userInfo().username)
      .exitOverride()
      .addHelpText('after', `\nExample:\n  ${example}`);

  command(
    'import <project> <file>',
    'Take over answers: a JSON line a call.',
    'assay recording import analysis.assay answers.jsonl',
  ).action((project: string, file: string, options: Common) =>
    onProject(project, options, async (client) => {
      const receipt = await client.call('recording.import', { path: path.resolve(file) });
      if (options.json) return printJson(receipt);
      print(
        `${receipt.read} read: ${receipt.added} added, ${receipt.changed} changed, ${receipt.unchanged} unchanged, ${receipt.rejected.length} rejected`,
      );
      for (const { line, reason } of receipt.rejected) print(`  ${line}: ${reason}`);
    }),
  );
  command(
    'export <project> <file>',
    'Write all answers as JSON lines.',
    'assay recording export analysis.assay answers.jsonl',
  ).action((project: string, file: string, options: Common) =>
    onProject(project, options, async (client) => {
      const { calls } = await client.call('recording.export', { path: path.resolve(file) });
      if (options.json) printJson({ calls });
      else print(`${calls} calls written`);
    }),
  );
  command(
    'missing <project>',
    'List the calls that the last run lacked, a JSON line each: add "answer" and import them.',
    'assay recording missing analysis.assay > missing.jsonl',
  ).action((project: string, options: Common) =>
    onProject(project, options, async (client) => {
      const missing = await client.call('recording.missing', null);
      if (options.json) printJson(missing);
      else for (const call of missing) print(JSON.stringify(call));
    }),
  );
  withConnection(
    command(
      'make <project>',
      'Ask Snowflake for the calls that the last run lacked, and store the answers. The account pays for each.',
      'assay recording make analysis.assay --connection paper',
    ),
  ).action((project: string, options: Common & ConnectionOptions) =>
    onProject(project, options, async (client) => {
      const line = progressLine();
      const made = await client.call(
        'recording.make',
        { connection: connectionSource(options) ?? { from: 'environment', name: null } },
        { signal: interruptible(), onProgress: ({ done, total }) => line.show(`${done}/${total ?? '?'} calls`) },
      );
      line.end();
      if (made.failed.length > 0) process.exitCode = EXIT.failed;
      if (options.json) return printJson(made);
      print(`${made.asked} asked: ${made.stored} stored, ${made.failed.length} failed`);
      for (const { call, message } of made.failed) print(`  ${call.function}: ${message}`);
    }),
  );
}
