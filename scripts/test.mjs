/**
 * `npm test` installs what is missing, builds, runs the checks, and runs all tests. The last line
 * is always `N passed, N failed`, unless SIGKILL ended the run. `npm test -- --only medium,egress`
 * runs some projects. Other arguments are passed to jest.
 */
import { SAY } from './messages.mjs';
import { requireNode } from './setup/node-version.mjs';

const sayNothingWasRun = () => console.log(`\n${SAY.summary(0, 1)}`);

requireNode(sayNothingWasRun);
const finished = main();

async function main() {
  // Imported here because the other modules may not parse on an outdated Node.
  const { endWithNpm, exitOnSignals } = await import('./setup/end-with-npm.mjs');
  const { prepare } = await import('./setup/prepare.mjs');
  const { elapsed, Fatal } = await import('./setup/terminal.mjs');

  endWithNpm();
  const startedMs = performance.now();
  const untilPrepared = exitOnSignals(() => Promise.resolve(sayNothingWasRun()));
  /** @type {import('./testing/count-report.mjs').Count} */
  let count;
  let endTests = () => Promise.resolve();
  try {
    await prepare([], { build: false, soon: ['run', 'test'] });
    const { endGroups } = await import('./setup/run.mjs');
    const { runTests } = await import('./testing/run-tests.mjs');
    endTests = endGroups;
    untilPrepared();
    // Many specs need packages only. They run while the rest is installed and built.
    const prepared = prepare(['run', 'test']);
    let isPrepared = false;
    void prepared.then(
      () => (isPrepared = true),
      () => undefined,
    );
    // On a signal, prints the counts so far before exiting.
    exitOnSignals(() => endTests().then(() => (isPrepared ? finished : sayNothingWasRun())));
    count = await runTests(process.argv.slice(2), prepared);
  } catch (error) {
    await endTests();
    console.log(error instanceof Fatal ? error.message : error);
    count = { passed: 0, failed: 1, lines: [] };
  }
  console.log(`\n== ${elapsed(startedMs)}`);
  count.lines.forEach((line) => console.log(line));
  console.log(SAY.summary(count.passed, count.failed));
  process.exitCode = count.failed === 0 ? 0 : 1;
}
