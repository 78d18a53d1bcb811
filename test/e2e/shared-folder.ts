import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder that all files of one project of a run share. */
    sharedFolder: string;
  }
}

/** Makes the folder before the first file, and removes it after the last one. */
export default function setup(project: TestProject): () => void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-e2e-shared-'));
  project.provide('sharedFolder', folder);
  return () => fs.rmSync(folder, { recursive: true, force: true });
}
