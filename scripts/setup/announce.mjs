/**
 * Says what is being done and, when it is done, how long it took, in one line:
 * `Building…  12 s`. The work may return a sentence to be said instead of the time.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 * @param {(result: T) => string | undefined} [remark]
 * @returns {Promise<T>}
 */
export async function announce(what, work, remark = () => undefined) {
  const startedMs = performance.now();
  process.stdout.write(`${what}…  `);
  try {
    const result = await work();
    process.stdout.write(`${remark(result) ?? elapsed(startedMs)}\n`);
    return result;
  } catch (error) {
    process.stdout.write('\n');
    throw error;
  }
}

/**
 * Time since a moment of `performance.now()`, for a person: `0.4 s`, `28 s`, `3 min 5 s`.
 * @param {number} startedMs
 */
export function elapsed(startedMs) {
  const seconds = (performance.now() - startedMs) / 1000;
  if (seconds < 10) {
    return `${seconds.toFixed(1)} s`;
  }
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
