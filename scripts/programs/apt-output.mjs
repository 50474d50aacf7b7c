/**
 * What apt-get said, read for what to do next and for the one line that a person needs. Its words
 * are those of LC_ALL=C.
 */

/** apt does not tell which key a source is signed with; Debian's own keys are here. */
const DEBIAN_KEYS = '/usr/share/keyrings/debian-archive-keyring.gpg';

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

/** @typedef {{ suite: string, line: string }} Backports a suite, and it as a line of sources.list(5) */

/**
 * The backports beside the machine's own archive of Debian (an offline disc is not one).
 * @param {string} targets a line for each: origin, component, codename, release, archive
 * @returns {Backports | undefined}
 */
export function backportsIn(targets) {
  const rows = targets.split('\n').map((line) => line.split(' '));
  for (const [origin, component, codename = '', release, archive = ''] of rows) {
    // Not of security or updates, which are suites of their own.
    const isBase = [codename, release].every((name) => /^[a-z]+$/.test(name ?? ''));
    const isDebian = origin === 'Debian' && component === 'main';
    if (isDebian && isBase && /^https?:/.test(archive)) {
      const suite = `${codename}-backports`;
      // A source named twice, with another key, would be an error.
      const isKnown = rows.some(([, , known]) => known === suite);
      return {
        suite,
        line: isKnown ? '' : `deb [signed-by=${DEBIAN_KEYS}] ${archive} ${suite} main`,
      };
    }
  }
  return undefined;
}

/** @param {string} line */
function unmarked(line) {
  return line
    .replace(/^[EW]: /, '')
    .replace(/\s+/g, ' ')
    .trim();
}
