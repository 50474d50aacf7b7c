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

/** The machine this is measured for has two cores; half of the time a test waits for a server. */
const WORKERS = 4;
/** Of the checks, which nothing waits for before the tests are done. */
const NICENESS = '10';
/**
 * For Node: each spec loads its modules anew, and few of its functions run long enough for what V8
 * optimises to pay. Later Nodes than 20 have another name for the budget.
 */
const JEST_NODE_FLAGS = process.versions.node.startsWith('20.')
  ? ['--interrupt-budget=500000']
  : [];
/** For what hangs: four times what all takes. */
const LIMIT_MINUTES = 25;
/** Each runs on embedded services but the one that is named for the real ones. */
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
/** Names of `--only` that stand for several projects: medium tests run on both kinds of services. */
const MEANT = /** @type {Record<string, string[]>} */ ({
  medium: ['medium', 'services'],
  web: ['web', 'web-pure'],
});
/** The parts of `npm run check`, one by one: a wrong format does not hide a wrong type. */
const CHECKS = ['format:check', 'lint', 'layers', 'types'];

/** @typedef {import('./count-report.mjs').Count} Count */

/**
 * Runs everything, or what is asked for: `--only a,b` some projects; anything else goes to jest.
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
  const [failedChecks, { passed, failed, lines }] = await Promise.all([
    argv.length === 0 ? runChecks() : [],
    runJest(projects, filter),
  ]);
  return {
    passed,
    failed: failed + failedChecks.length,
    lines: [...failedChecks.map(SAY.failedCheck), ...lines],
  };
}

/**
 * Beside the tests, in what these leave of the processors while they wait; what fails is shown as
 * soon as it has ended.
 * @returns {Promise<string[]>} names of those that failed
 */
async function runChecks() {
  console.log(`\n== ${CHECKS.join(', ')} (beside the tests)`);
  const codes = await Promise.all(
    CHECKS.map(async (name) => {
      const [command, argv] = npmCommand(['run', '--silent', name]);
      const nice = ['-n', NICENESS, command, ...argv];
      const check = startGroup('nice', nice, npmEnvironment(), { quiet: true });
      const [code, output] = await Promise.all([check.ended, check.output]);
      if (code !== 0) {
        console.log(`\n== ${name}\n${output}`);
      }
      return code;
    }),
  );
  return CHECKS.filter((_, at) => codes[at] !== 0);
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
