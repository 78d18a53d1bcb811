import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { benchComparison } from './comparison.ts';
import { benchExecution } from './execution.ts';
import { benchImport } from './import.ts';
import { benchWindow } from './window.ts';

// npm run bench: measured figures, printed, never asserted: machines are noisy, so what counts are the ratios of one run.

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-bench-'));
try {
  console.log(
    `${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown processor'}, Node.js ${process.versions.node}, ${os.type()} ${os.release()}`,
  );
  await benchComparison();
  await benchExecution(folder);
  await benchImport(folder);
  await benchWindow(folder);
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
