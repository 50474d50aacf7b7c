/**
 * What apt-get said, read for what to do next and for the one line that a person needs. Its words
 * are those of LC_ALL=C.
 */

/**
 * The line that says why, without apt's mark of how bad it is; '' when it said nothing. What comes
 * after the first one follows from it.
 * @param {string} output
 */
export function reasonIn(output) {
  const lines = output.split('\n').map((line) => line.trim());
  const line =
    lines.find((text) => /^E: (?!Sub-process)/.test(text)) ??
    lines.find((text) => /^dpkg: error/.test(text)) ??
    lines.findLast(Boolean) ??
    '';
  return unmarked(line);
}

/**
 * Why the lists are not what they should be: apt-get ends with 0 also where a list could not be had.
 * @param {string} output
 */
export function listProblemIn(output) {
  const line = output.split('\n').find((text) => /^(E: |W: Failed to fetch )/.test(text));
  return line && unmarked(line);
}

/**
 * Whether another apt or dpkg is at work.
 * @param {string} output
 */
export function isLocked(output) {
  return /Could not get lock|Unable to lock|Unable to acquire the dpkg frontend lock/.test(output);
}

/**
 * Whether an installation was broken off before, which dpkg wants to finish first.
 * @param {string} output
 */
export function isUnfinished(output) {
  return /dpkg was interrupted/.test(output);
}

/** @param {string} line */
function unmarked(line) {
  return line
    .replace(/^[EW]: /, '')
    .replace(/\s+/g, ' ')
    .trim();
}
