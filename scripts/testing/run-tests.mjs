import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SAY } from '../messages.mjs';
import { npmCommand, npmEnvironment } from '../setup/npm.mjs';
import { fromRoot, readText } from '../setup/repository.mjs';
import { startGroup } from '../setup/run.mjs';
import { Fatal } from '../setup/terminal.mjs';
import { countReport } from './count-report.mjs';
import { ensureLtsNode } from './lts-node.mjs';
import { SHORT_LIVED_FLAGS } from './short-lived.mjs';
import { slowestFiles } from './slowest-files.mjs';

/**
 * @typedef {object} Run a run of Jest
 * @property {string[]} projects the names of its projects in jest.config.mjs
 * @property {number} workers
 * @property {boolean} [early] true if it needs packages only: no other programs, and no build
 */

/**
 * The runs of Jest, in lanes that run in parallel. Specs of the first lane compute; specs of the
 * second mostly wait for servers and browsers. Each worker loads the modules of every project in
 * its run, so a single run with six workers took a third more CPU time in total.
 * @type {Run[][]}
 */
const LANES = [
  [
    { projects: ['libs', 'api', 'web', 'web-pure'], workers: 2, early: true },
    { projects: ['programs'], workers: 2 },
  ],
  // All use embedded services except `services`. More workers keep the cores no busier, but each
  // server then gets so little of a slow machine that searches time out.
  [{ projects: ['medium', 'services', 'egress', 'faults', 'e2e'], workers: 3 }],
];
const PROJECTS = LANES.flat().flatMap(({ projects }) => projects);
/** The niceness of the checks, which may finish after the tests. */
const NICENESS_OF_CHECKS = 10;
/** The niceness of specs that compute. They may wait; servers and browsers must answer in time. */
const NICENESS_OF_EARLY = 5;
/** Ends test runs that hang. A machine of a third of the usual speed needs less time. */
const LIMIT_MINUTES = 60;
/** Names that select several projects in `--only`. Medium tests run on both kinds of services. */
const MEANT = /** @type {Record<string, string[]>} */ ({
  medium: ['medium', 'programs', 'services'],
  web: ['web', 'web-pure'],
});
/**
 * The parts of `npm run check`. They run separately, so that a formatting error does not hide a
 * type error. `lint` also reports type errors: the linter needs all types anyway, and running the
 * compiler as well took 30 s of CPU time.
 */
const CHECKS = ['format:check', 'lint', 'layers'];

/** @typedef {import('./count-report.mjs').Count} Count */

/**
 * Runs everything, or only some projects if `--only a,b` is given. Other arguments are passed to
 * jest.
 * @param {string[]} argv
 * @param {Promise<void>} prepared resolves when all programs are installed and everything is built.
 *   Until then, only packages are installed.
 * @returns {Promise<Count>}
 */
export async function runTests(argv, prepared) {
  const at = argv.indexOf('--only');
  const only = at === -1 ? PROJECTS : (argv[at + 1] ?? '').split(',');
  const filter = at === -1 ? argv : argv.toSpliced(at, 2);
  const projects = only.flatMap((name) => MEANT[name] ?? name);
  const unknown = projects.filter((name) => !PROJECTS.includes(name));
  if (unknown.length > 0) {
    return { passed: 0, failed: 1, lines: [SAY.noSuchProject(unknown)] };
  }
  const isAll = argv.length === 0;
  // A filter may leave a run without specs, which Jest reports as a failure.
  const lanes = filter.length > 0 ? [[{ projects, workers: 4 }]] : lanesOf(projects);
  const steps = lanes.map((lane) =>
    lane.map((run) => async () => {
      await (run.early ? null : prepared);
      return runJest(run, filter);
    }),
  );
  if (isAll) {
    // They wait a lot, so they come first, while the early specs compute. At the end, nothing would
    // run beside them.
    steps[1]?.unshift(() => prepared.then(runBenchmarks));
  }
  const checks = isAll ? CHECKS.map((name) => () => runCheck(name)) : [];
  const [, ...counted] = await Promise.all([
    prepared,
    ...steps.map(inTurn),
    ...checks.map((check) => inTurn([check])),
  ]);
  const parts = counted.flat();
  return {
    passed: parts.reduce((sum, { passed }) => sum + passed, 0),
    failed: parts.reduce((sum, { failed }) => sum + failed, 0),
    lines: parts.flatMap(({ lines }) => lines),
  };
}

/** @param {readonly string[]} projects the chosen projects */
function lanesOf(projects) {
  return LANES.map((lane) =>
    lane
      .map((run) => ({ ...run, projects: run.projects.filter((name) => projects.includes(name)) }))
      .filter((run) => run.projects.length > 0),
  );
}

/** @param {readonly (() => Promise<Count>)[]} steps */
async function inTurn(steps) {
  const counts = [];
  for (const step of steps) {
    counts.push(await step());
  }
  return counts;
}

/**
 * @param {string} command
 * @param {string[]} argv
 * @param {number} [niceness] how much it yields to others
 * @returns the command's exit code and output
 */
async function runQuietly(command, argv, niceness = 0) {
  const group = startGroup(command, argv, npmEnvironment(), { quiet: true, niceness });
  const [code, output] = await Promise.all([group.ended, group.output]);
  return { code, output };
}

/**
 * Runs a part of `npm run check` at low priority while the tests run, and prints its output if it
 * fails.
 * @param {string} name
 * @returns {Promise<Count>}
 */
async function runCheck(name) {
  const [command, argv] = npmCommand(['run', '--silent', name]);
  const { code, output } = await runQuietly(command, argv, NICENESS_OF_CHECKS);
  if (code === 0) {
    return { passed: 1, failed: 0, lines: [] };
  }
  console.log(`\n== ${name}\n${output}`);
  return { passed: 0, failed: 1, lines: [SAY.failedCheck(name)] };
}

/**
 * Runs all benchmarks in their short form, to check that they work. Each counts as one test.
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
  const reasons = output.match(/^\w+ failed: .*$/gm) ?? ['the benchmarks were not run to the end'];
  return { passed, failed, lines: reasons.map((reason) => SAY.failedCheck(`benchmark ${reason}`)) };
}

/**
 * @param {Run} run
 * @param {string[]} filter further arguments for jest
 * @returns {Promise<Count>}
 */
async function runJest({ projects, workers, early = false }, filter) {
  const folder = await mkdtemp(join(tmpdir(), 'dipper-jest-'));
  const report = join(folder, 'report.json');
  const jest = fromRoot('node_modules', 'jest', 'bin', 'jest.js');
  const flags = ['--json', '--outputFile', report, `--maxWorkers=${workers}`];
  /** @type {NodeJS.Timeout | undefined} */
  let limit;
  try {
    // Other users, such as Postgres's, have data in it.
    await chmod(folder, 0o711);
    const env = npmEnvironment({
      NODE_ENV: 'test',
      // Jest may kill a worker whose server is still being removed.
      TMPDIR: folder,
      DIPPER_TEST_LTS_NODE: projects.includes('medium') ? await ensureLtsNode() : undefined,
    });
    console.log(`\n== jest: ${projects.join(', ')}`);
    const argv = [...SHORT_LIVED_FLAGS, jest, '--selectProjects', ...projects, ...flags, ...filter];
    const niceness = early ? NICENESS_OF_EARLY : 0;
    const group = startGroup(process.execPath, argv, env, { niceness });
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
    // Servers that were killed may still be writing.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
