import { SAY } from '../messages.mjs';

/** An error that the user must fix. Printed without a stack trace. */
export class Fatal extends Error {}

/**
 * Runs a script's main function. A {@link Fatal} error ends the process: its message is printed,
 * and the exit code is 1.
 * @param {() => Promise<void>} main
 */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Fatal ? error.message : error);
    process.exit(1);
  }
}

/**
 * Prints the name of a task and then its duration on one line: `Building… 12 s`.
 * @template {{ ok: boolean }} T
 * @param {string} what
 * @param {() => Promise<T>} work
 * @param {string | ((result: T) => string)} [failed] printed instead of the duration if the result
 *   is not ok
 * @returns {Promise<T>}
 */
export async function announce(what, work, failed = SAY.failed) {
  const startedMs = performance.now();
  process.stdout.write(`${what}…  `);
  const result = await work();
  const failure = typeof failed === 'string' ? failed : failed(result);
  process.stdout.write(`${result.ok ? elapsed(startedMs) : failure}\n`);
  return result;
}

/**
 * Formats the time since a value of `performance.now()`, for example `0.4 s`, `28 s`, `3 min 5 s`.
 * @param {number} startedMs
 */
export function elapsed(startedMs) {
  const seconds = (performance.now() - startedMs) / 1000;
  const whole = Math.round(seconds);
  if (whole < 60) {
    return `${seconds < 10 ? seconds.toFixed(1) : whole} s`;
  }
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
