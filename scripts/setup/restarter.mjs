/** Two compilers finish one change shortly after each other; that is one restart. */
const SETTLED_MS = 300;

/**
 * Keeps one run of a program up to date: each call ends the one before and starts it anew, when
 * calls have been quiet for a moment. It is never run twice at once.
 * @param {() => import('./run-shown.mjs').Shown} start
 * @returns {() => void}
 */
export function restarter(start) {
  /** @type {NodeJS.Timeout | undefined} */
  let settled;
  /** @type {Promise<import('./run-shown.mjs').Shown | undefined>} */
  let current = Promise.resolve(undefined);
  const restart = async (before) => {
    await (await before)?.end();
    return start();
  };
  return () => {
    clearTimeout(settled);
    settled = setTimeout(() => {
      current = restart(current);
    }, SETTLED_MS);
  };
}
