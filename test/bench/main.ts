import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { benchComparison } from './comparison.ts';
import { benchExecution } from './execution.ts';
import { benchImport } from './import.ts';
import { largeProject } from './made-project.ts';
import { benchWindow } from './window.ts';
import { benchLargeWindow } from './window-large.ts';

// npm run bench (one part: npm run bench -- comparison): measured figures, printed, never asserted: machines are noisy, so what counts are the ratios of one run.

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-bench-'));
try {
  console.log(
    `${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown processor'}, Node.js ${process.versions.node}, ${os.type()} ${os.release()}`,
  );
  const parts = {
    comparison: benchComparison,
    execution: () => benchExecution(folder),
    import: () => benchImport(folder),
    window: () => benchWindow(path.join(folder, 'window')),
    large: async () => benchLargeWindow(path.join(folder, 'large-window'), await largeProject(folder)),
  };
  const [only] = process.argv.slice(2);
  for (const [name, bench] of Object.entries(parts)) if (only === undefined || only === name) await bench();
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
