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
 * The task whose line has not ended yet.
 * @type {symbol | null}
 */
let unfinished = null;

/**
 * Prints the name of a task and then its duration: `Building…  12 s`. Tasks that run at the same
 * time get a line each, and those that were interrupted by another's line are named again.
 * @template {{ ok: boolean }} T
 * @param {string} what
 * @param {() => Promise<T>} work
 * @param {string | ((result: T) => string)} [failed] printed instead of the duration if the result
 *   is not ok
 * @returns {Promise<T>}
 */
export async function announce(what, work, failed = SAY.failed) {
  const startedMs = performance.now();
  const task = Symbol(what);
  const name = `${what}…  `;
  /** @param {string} text */
  const onNewLine = (text) => process.stdout.write(unfinished === null ? text : `\n${text}`);
  onNewLine(name);
  unfinished = task;
  const result = await work();
  const failure = typeof failed === 'string' ? failed : failed(result);
  const end = `${result.ok ? elapsed(startedMs) : failure}\n`;
  if (unfinished === task) {
    process.stdout.write(end);
  } else {
    onNewLine(name + end);
  }
  unfinished = null;
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
