// Checks the types of all TypeScript projects at once: node scripts/types.mjs
// What a check learned is kept in dist/.types/, so that the next one looks only at what changed.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './parts.mjs';

const projects = ['tsconfig.json', 'shared/tsconfig.json', 'renderer/tsconfig.json', 'test/e2e/tsconfig.json'];
const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');

/** @returns {Promise<{ project: string, code: number | null, output: string }>} */
function check(project) {
  return new Promise((resolve) => {
    const learned = path.join(root, 'dist', '.types', `${project.replaceAll('/', '-')}.tsbuildinfo`);
    const options = ['--noEmit', '--pretty', 'false', '--incremental', '--tsBuildInfoFile', learned];
    const child = spawn(process.execPath, [compiler, ...options, '-p', project], { cwd: root });
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
