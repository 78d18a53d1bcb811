import path from 'node:path';
import { defineConfig } from 'vitest/config';

const root = path.resolve(import.meta.dirname, '..');

/**
 * Files of test/e2e that run one at a time, after all others: what they check depends on how the machine's time is shared.
 * A new file belongs here only where it looks at frames, or strikes at a moment.
 */
const ALONE = [
  // Every frame of a scrolled grid is looked at, and no frame may take as long as a frozen window's.
  'test/e2e/room-large.test.ts',
  // Processes are killed between two keys of a script; what was saved until then is counted.
  'test/e2e/kill-any-process.test.ts',
];

const window = {
  expect: { poll: { timeout: 30_000 } },
  testTimeout: 120_000,
  hookTimeout: 180_000,
  globalSetup: 'test/e2e/shared-folder.ts',
};

/**
 * unit: beside the source, no processes. service: real service and runner processes. e2e: the real Electron window, two files
 * at a time, each with a settings folder and projects of its own.
 */
export default defineConfig({
  root,
  test: {
    projects: [
      {
        root,
        test: {
          name: 'unit',
          include: [
            'shared/**/*.test.ts',
            'electron/**/*.test.ts',
            'renderer/**/*.test.{ts,tsx}',
            'test/migrations/**/*.test.ts',
            'test/comparison/**/*.test.ts',
          ],
          testTimeout: 20_000,
          // Starting a process for each of many short files would take longer than their tests.
          pool: 'threads',
          maxWorkers: 2,
        },
      },
      {
        root,
        test: {
          name: 'service',
          include: ['test/service/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        root,
        test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], exclude: ALONE, maxWorkers: 2, ...window },
      },
      {
        root,
        test: { name: 'e2e-alone', include: ALONE, fileParallelism: false, sequence: { groupOrder: 1 }, ...window },
      },
    ],
  },
});
