import { CommanderError } from 'commander';
import { EXIT, printError } from './output.ts';
import { createProgram } from './program.ts';

// A reader that closes early (head) is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.ok);
  throw error;
});

createProgram()
  .parseAsync(process.argv)
  .catch((error: unknown) => {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    else process.exitCode = printError(error, process.argv.includes('--json'));
  });
