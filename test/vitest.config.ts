import path from 'node:path';
import { defineConfig } from 'vitest/config';

const root = path.resolve(import.meta.dirname, '..');

/** unit: beside the source, no processes. service: real service and runner processes. e2e: the real Electron window. */
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
        test: {
          name: 'e2e',
          expect: { poll: { timeout: 30_000 } },
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
