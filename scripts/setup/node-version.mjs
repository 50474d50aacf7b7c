import { SAY } from '../messages.mjs';

/** First Node with require(esm) on by default, which Nest 12 in CommonJS tools relies on. */
export const MINIMUM_NODE = '20.19.0';

/**
 * Whether a version is at least another; both as `major.minor.patch`, a suffix is ignored.
 * @param {string} version
 * @param {string} minimum
 */
export function atLeast(version, minimum) {
  const left = version.split(/[.-]/).map(Number);
  const right = minimum.split(/[.-]/).map(Number);
  for (let i = 0; i < 3; i += 1) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) {
      return difference > 0;
    }
  }
  return true;
}

/** Ends the process with one sentence when Node is too old to run what comes next. */
export function requireNode() {
  if (!atLeast(process.versions.node, MINIMUM_NODE)) {
    console.error(SAY.nodeTooOld(process.versions.node, MINIMUM_NODE));
    process.exit(1);
  }
}
