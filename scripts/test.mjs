/**
 * `npm test`: installs what is missing, builds, checks, and runs everything. Whatever ends it, short
 * of SIGKILL, the last line is `N passed, N failed`.
 * `npm test -- --only medium,egress` runs some projects; `npm test -- <jest arguments>` passes on.
 */
import { SAY } from './messages.mjs';
import { requireNode } from './setup/node-version.mjs';

const sayNothingWasRun = () => console.log(`\n${SAY.summary(0, 1)}`);

requireNode(sayNothingWasRun);
const finished = main();

async function main() {
  // Only now: the rest need not parse on a Node that is too old.
  const { endWithNpm, exitOnSignals } = await import('./setup/end-with-npm.mjs');
  const { prepare } = await import('./setup/prepare.mjs');
  const { elapsed, Fatal } = await import('./setup/terminal.mjs');

  endWithNpm();
  const startedMs = performance.now();
  const untilPrepared = exitOnSignals(() => Promise.resolve(sayNothingWasRun()));
  /** @type {import('./testing/count-report.mjs').Count} */
  let count;
  try {
    await prepare(['run', 'test']);
    const { endGroups } = await import('./setup/run.mjs');
    const { runTests } = await import('./testing/run-tests.mjs');
    untilPrepared();
    // What has been counted so far is said before the exit.
    exitOnSignals(() => endGroups().then(() => finished));
    count = await runTests(process.argv.slice(2));
  } catch (error) {
    console.log(error instanceof Fatal ? error.message : error);
    count = { passed: 0, failed: 1, lines: [] };
  }
  console.log(`\n== ${elapsed(startedMs)}`);
  count.lines.forEach((line) => console.log(line));
  console.log(SAY.summary(count.passed, count.failed));
  process.exitCode = count.failed === 0 ? 0 : 1;
}
