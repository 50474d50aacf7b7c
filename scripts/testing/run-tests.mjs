import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SAY } from '../messages.mjs';
import { npmCommand, npmEnvironment } from '../setup/npm.mjs';
import { fromRoot, readText } from '../setup/repository.mjs';
import { startGroup } from '../setup/run.mjs';
import { Fatal } from '../setup/terminal.mjs';
import { countReport } from './count-report.mjs';
import { ensureLtsNode } from './lts-node.mjs';
import { slowestFiles } from './slowest-files.mjs';

/** Measured on two cores, where tests spend more than half of their time waiting for a server. */
const WORKERS = 5;
/** For the checks, which may end after the tests. */
const NICENESS = '10';
/**
 * Node flags: each spec loads its modules anew, and few functions run long enough for V8's
 * optimisations to pay off. Nodes after 20 have another name for the budget.
 */
const JEST_NODE_FLAGS = process.versions.node.startsWith('20.')
  ? ['--interrupt-budget=500000']
  : [];
/** Only ends hanging tests; a slow machine needs half of it. */
const LIMIT_MINUTES = 45;
/** All use embedded services except the project `services`. */
const PROJECTS = [
  'libs',
  'api',
  'web',
  'web-pure',
  'medium',
  'services',
  'egress',
  'faults',
  'e2e',
];
/** Names for `--only` that select several projects; medium tests run on both kinds of services. */
const MEANT = /** @type {Record<string, string[]>} */ ({
  medium: ['medium', 'services'],
  web: ['web', 'web-pure'],
});
/** The parts of `npm run check`, run separately, so that a wrong format does not hide a wrong type. */
const CHECKS = ['format:check', 'lint', 'layers', 'types'];

/** @typedef {import('./count-report.mjs').Count} Count */

/**
 * Runs everything, or some projects with `--only a,b`. Other arguments are passed to jest.
 * @param {string[]} argv
 * @returns {Promise<Count>}
 */
export async function runTests(argv) {
  const at = argv.indexOf('--only');
  const only = at === -1 ? PROJECTS : (argv[at + 1] ?? '').split(',');
  const filter = at === -1 ? argv : argv.toSpliced(at, 2);
  const projects = only.flatMap((name) => MEANT[name] ?? name);
  const unknown = projects.filter((name) => !PROJECTS.includes(name));
  if (unknown.length > 0) {
    return { passed: 0, failed: 1, lines: [SAY.noSuchProject(unknown)] };
  }
  const isAll = argv.length === 0;
  const parts = await Promise.all([
    runJest(projects, filter),
    ...(isAll ? CHECKS.map(runCheck) : []),
  ]);
  // After the tests, because their servers have deadlines.
  parts.push(...(isAll ? [await runBenchmarks()] : []));
  return {
    passed: parts.reduce((sum, { passed }) => sum + passed, 0),
    failed: parts.reduce((sum, { failed }) => sum + failed, 0),
    lines: parts.flatMap(({ lines }) => lines),
  };
}

/**
 * @param {string} command
 * @param {string[]} argv
 * @returns its exit code and what it printed
 */
async function runQuietly(command, argv) {
  const group = startGroup(command, argv, npmEnvironment(), { quiet: true });
  const [code, output] = await Promise.all([group.ended, group.output]);
  return { code, output };
}

/**
 * Runs a part of `npm run check` beside the tests at low priority; prints its output if it fails.
 * @param {string} name
 * @returns {Promise<Count>}
 */
async function runCheck(name) {
  const [command, argv] = npmCommand(['run', '--silent', name]);
  const { code, output } = await runQuietly('nice', ['-n', NICENESS, command, ...argv]);
  if (code === 0) {
    return { passed: 1, failed: 0, lines: [] };
  }
  console.log(`\n== ${name}\n${output}`);
  return { passed: 0, failed: 1, lines: [SAY.failedCheck(name)] };
}

/**
 * Runs all benchmarks in their short form, each as one case: only checks that they work.
 * @returns {Promise<Count>}
 */
async function runBenchmarks() {
  const { output } = await runQuietly(process.execPath, [fromRoot('scripts/bench.mjs'), '--quick']);
  const [, finished, broken] = /(\d+) benchmarks? finished, (\d+) failed\s*$/.exec(output) ?? [];
  const [passed, failed] = [Number(finished ?? 0), Number(broken ?? 1)];
  if (failed === 0) {
    return { passed, failed, lines: [] };
  }
  console.log(`\n== benchmarks\n${output}`);
  return { passed, failed, lines: [SAY.failedCheck('benchmarks')] };
}

/**
 * @param {string[]} projects of jest.config.mjs
 * @param {string[]} filter further arguments of jest
 * @returns {Promise<Count>}
 */
async function runJest(projects, filter) {
  const folder = await mkdtemp(join(tmpdir(), 'dipper-jest-'));
  const report = join(folder, 'report.json');
  const jest = fromRoot('node_modules', 'jest', 'bin', 'jest.js');
  const flags = ['--json', '--outputFile', report, `--maxWorkers=${WORKERS}`];
  /** @type {NodeJS.Timeout | undefined} */
  let limit;
  try {
    const env = npmEnvironment({
      NODE_ENV: 'test',
      DIPPER_TEST_LTS_NODE: projects.includes('medium') ? await ensureLtsNode() : undefined,
    });
    console.log('\n== jest');
    const argv = [...JEST_NODE_FLAGS, jest, '--selectProjects', ...projects, ...flags, ...filter];
    const group = startGroup(process.execPath, argv, env);
    limit = setTimeout(() => {
      console.log(SAY.timedOut(LIMIT_MINUTES));
      void group.end();
    }, LIMIT_MINUTES * 60_000);
    const exitCode = await group.ended;
    const text = await readText(report);
    const counted = /** @type {import('./count-report.mjs').JestReport | undefined} */ (
      text ? JSON.parse(text) : undefined
    );
    if (counted) {
      console.log(`\n== slowest files\n${slowestFiles(counted.testResults).join('\n')}`);
    }
    return countReport(counted, { exitCode, strict: Boolean(process.env.CI) });
  } catch (error) {
    if (error instanceof Fatal) {
      return { passed: 0, failed: 1, lines: [error.message] };
    }
    throw error;
  } finally {
    clearTimeout(limit);
    await rm(folder, { recursive: true, force: true });
  }
}
