// Everything that must hold: node scripts/test.mjs [--only types,lint,unit,build,service,e2e]
// Goes on after a failure, ends non-zero when anything failed, and closes with the line "N passed, N failed".
// Tests are counted one by one; types, lint, build and a run that breaks off count as one failure when they fail.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runInForeground } from './child.mjs';
import { onDisplay } from './display.mjs';
import { ensureElectron } from './electron-runtime.mjs';
import { ensureLinuxLibraries } from './linux-libraries.mjs';
import { findNode, nodeMissing } from './node-runtime.mjs';
import { root } from './parts.mjs';

const results = path.join(root, 'test-results');
const tool = (...parts) => path.join(root, 'node_modules', ...parts);
const script = (name) => path.join(root, 'scripts', name);

const node = findNode();
if (!node) {
  console.error(nodeMissing);
  process.exit(1);
}

const total = { passed: 0, failed: 0 };
/** What failed and what was skipped, to be named at the end. */
const failures = [];
const skipped = [];

function fail(what, count = 1) {
  total.failed += count;
  failures.push(what);
}

const run = (args, wrap = (command, rest) => [command, rest]) =>
  runInForeground(...wrap(node, args), {
    cwd: root,
    env: { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` },
  });

async function runCheck(name, args) {
  if ((await run(args)) === 0) return true;
  fail(name);
  return false;
}

/** Adds up what vitest wrote about a project; `code` is its exit code. */
function count(project, file, code) {
  let report = null;
  try {
    report = JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    // vitest ended before it could write: counted below by its exit code
  }
  const tests = (report?.testResults ?? []).flatMap((suite) => suite.assertionResults);
  const failedTests = tests.filter((test) => test.status === 'failed');
  total.passed += tests.filter((test) => test.status === 'passed').length;
  for (const test of failedTests) fail(`${project}: ${test.fullName}`);
  for (const test of tests) {
    if (test.status !== 'passed' && test.status !== 'failed') skipped.push(`${project}: ${test.fullName}`);
  }
  const broken = (report?.testResults ?? []).filter(
    (suite) => suite.status === 'failed' && !suite.assertionResults.some((test) => test.status === 'failed'),
  );
  for (const suite of broken) fail(`${project}: ${path.relative(root, suite.name)} could not run`);
  if (code !== 0 && failedTests.length === 0 && broken.length === 0) fail(`${project}: the run ended with exit code ${code}`);
}

/** `e2e` stands for the projects e2e and e2e-alone. */
async function runTests(project, wrap) {
  const file = path.join(results, `${project}.json`);
  fs.rmSync(file, { force: true });
  const args = ['run', '--config', 'test/vitest.config.ts', '--project', `${project}*`, '--reporter=default', '--reporter=json'];
  count(project, file, await run([tool('vitest', 'vitest.mjs'), ...args, `--outputFile.json=${file}`], wrap));
}

async function canOpenWindows() {
  try {
    const { executable } = await ensureElectron();
    return ensureLinuxLibraries(executable);
  } catch (error) {
    console.error(error.message);
    return false;
  }
}

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const only = values.only?.split(',');
const wanted = (step) => only === undefined || only.includes(step);
const heading = (text) => console.log(`\n— ${text} —`);

fs.mkdirSync(results, { recursive: true });
if (wanted('types')) {
  heading('types');
  await runCheck('types', [script('types.mjs')]);
}
if (wanted('lint')) {
  heading('lint');
  await runCheck('lint', [tool('@biomejs', 'biome', 'bin', 'biome'), 'ci', '--config-path=.biome.json', '.']);
}
if (wanted('unit')) {
  heading('unit tests');
  await runTests('unit');
}
if (['build', 'service', 'e2e'].some(wanted)) {
  heading('build');
  const built = await runCheck('build', [script('build.mjs')]);
  if (wanted('service')) {
    heading('service tests');
    if (built) await runTests('service');
    else fail('service: not run, since the build failed');
  }
  if (wanted('e2e')) {
    heading('end-to-end tests');
    if (!built) fail('e2e: not run, since the build failed');
    else if (await canOpenWindows()) await runTests('e2e', onDisplay);
    else fail('e2e: Electron cannot open a window here');
  }
}

heading('sum');
for (const name of skipped) console.log(`skipped  ${name}`);
for (const name of failures) console.log(`failed   ${name}`);
if (skipped.length > 0) console.log(`${skipped.length} skipped`);
const sum = `${total.passed} passed, ${total.failed} failed`;
fs.writeFileSync(path.join(results, 'sum.txt'), `${sum}\n`);
console.log(sum);
process.exitCode = total.failed > 0 ? 1 : 0;
