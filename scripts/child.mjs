// Running one program in the foreground.
import { spawn } from 'node:child_process';
import os from 'node:os';

/**
 * Runs a program with this one's input and output, and hands on the signals that ask to stop.
 * @returns {Promise<number>} its exit code; 128 + the signal's number when a signal ended it, 127 when it cannot start
 */
export function runInForeground(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    const pass = (signal) => child.kill(signal);
    // A terminal sends SIGINT to the child as well: here it is only kept from ending the parent first.
    const wait = () => {};
    process.on('SIGINT', wait);
    process.on('SIGTERM', pass);
    process.on('SIGHUP', pass);
    const settle = (code) => {
      process.off('SIGINT', wait);
      process.off('SIGTERM', pass);
      process.off('SIGHUP', pass);
      resolve(code);
    };
    child.once('error', (error) => {
      console.error(`${command} cannot be started: ${error.message}`);
      settle(127);
    });
    child.once('exit', (code, signal) => settle(code ?? 128 + (os.constants.signals[signal] ?? 0)));
  });
}
