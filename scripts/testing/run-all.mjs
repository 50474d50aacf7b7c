import { SAY } from '../messages.mjs';
import { announce, elapsed } from '../setup/announce.mjs';
import { Fatal } from '../setup/fatal.mjs';
import { prepare } from '../setup/prepare.mjs';
import { checkParts, runCheck } from './run-check.mjs';
import { runJest } from './run-jest.mjs';
import { endAllShown, isClosing } from '../setup/run-shown.mjs';
import { startServices } from './services.mjs';
import { stagesFor } from './stages.mjs';

/** @typedef {import('./jest-report.mjs').Count & { took: string }} Timed */

/**
 * Everything `npm test` does; whatever happens, the last line it prints is `N passed, N failed`,
 * and the exit code is 1 when something failed.
 * @param {string[]} argv of the command
 */
export async function runAll(argv) {
  /** @type {Timed[]} */
  const counts = [];
  try {
    await runStages(argv, counts);
  } catch (error) {
    console.log(error instanceof Fatal ? error.message : error);
    counts.push({ name: SAY.preparation, passed: 0, failed: 1, named: [], took: '' });
  }
  process.exitCode = report(counts) ? 0 : 1;
}

/**
 * @param {string[]} argv
 * @param {Timed[]} counts added to, one for each stage that has ended
 */
async function runStages(argv, counts) {
  const { check, stages } = stagesFor(argv);
  if (stages.length === 0) {
    throw new Fatal(SAY.noSuchProject);
  }
  await prepare(['run', 'test']);
  const services = await announce(SAY.startingServices, startServices);
  stopOnSignals(services);
  try {
    for (const part of check ? await checkParts() : []) {
      counts.push(await timed(part, () => runCheck(part)));
    }
    for (const stage of stages) {
      if (isClosing()) {
        break;
      }
      counts.push(await timed(stage.name, () => runJest(stage, services)));
    }
  } finally {
    await services.stop();
  }
}

/**
 * @param {string} name
 * @param {() => Promise<import('./jest-report.mjs').Count>} work
 * @returns {Promise<Timed>}
 */
async function timed(name, work) {
  console.log(`\n== ${name}`);
  const startedMs = performance.now();
  const count = await work();
  return { ...count, took: elapsed(startedMs) };
}

/**
 * @param {Timed[]} counts
 * @returns {boolean} whether nothing failed
 */
function report(counts) {
  console.log('\n==');
  for (const { name, passed, failed, took } of counts) {
    console.log(SAY.stage(name, SAY.summary(passed, failed), took));
  }
  for (const line of counts.flatMap(({ named }) => named)) {
    console.log(line);
  }
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  const failed = sum('failed');
  console.log(SAY.summary(sum('passed'), failed));
  return failed === 0;
}

/** @param {import('./services.mjs').Services} services */
function stopOnSignals(services) {
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
    process.once(signal, () => {
      console.log(SAY.interrupted(signal));
      void endAllShown()
        .then(() => services.stop())
        .finally(() => process.exit(code));
    });
  }
}
