// Checks the types of all three TypeScript projects at once: node scripts/types.mjs
import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './parts.mjs';

const projects = ['tsconfig.json', 'shared/tsconfig.json', 'renderer/tsconfig.json', 'test/e2e/tsconfig.json'];
const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');

/** @returns {Promise<{ project: string, code: number | null, output: string }>} */
function check(project) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [compiler, '--noEmit', '--pretty', 'false', '-p', project], { cwd: root });
    let output = '';
    const collect = (text) => {
      output += text;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('close', (code) => resolve({ project, code, output }));
  });
}

for (const { project, code, output } of await Promise.all(projects.map(check))) {
  console.log(code === 0 ? `${project}: types agree` : `${project}: types do not agree\n${output}`);
  if (code !== 0) process.exitCode = 1;
}
