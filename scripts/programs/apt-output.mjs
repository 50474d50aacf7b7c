/**
 * Parses the output of apt-get (under LC_ALL=C) for the next step and for the one line to show.
 */

/** Debian's own keys: apt does not tell which key a source is signed with. */
const DEBIAN_KEYS = '/usr/share/keyrings/debian-archive-keyring.gpg';

/**
 * The first error line, without apt's severity mark; '' if there is none. Later errors are usually
 * consequences of the first.
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
 * Why the package lists are incomplete: apt-get exits with 0 even if it could not fetch a list.
 * @param {string} output
 */
export function listProblemIn(output) {
  const line = output.split('\n').find((text) => /^(E: |W: Failed to fetch )/.test(text));
  return line && unmarked(line);
}

/**
 * Whether another apt or dpkg is running.
 * @param {string} output
 */
export function isLocked(output) {
  return /Could not get lock|Unable to lock|Unable to acquire the dpkg frontend lock/.test(output);
}

/**
 * Whether an earlier installation was interrupted, which dpkg must finish first.
 * @param {string} output
 */
export function isUnfinished(output) {
  return /dpkg was interrupted/.test(output);
}

/** @typedef {{ suite: string, line: string }} Backports a suite, and its line for sources.list(5) */

/**
 * The backports in the machine's Debian archive (an offline disc does not count).
 * @param {string} targets one line each: origin, component, codename, release, archive
 * @returns {Backports | undefined}
 */
export function backportsIn(targets) {
  const rows = targets.split('\n').map((line) => line.split(' '));
  for (const [origin, component, codename = '', release, archive = ''] of rows) {
    // Excludes security and updates, which are separate suites.
    const isBase = [codename, release].every((name) => /^[a-z]+$/.test(name ?? ''));
    const isDebian = origin === 'Debian' && component === 'main';
    if (isDebian && isBase && /^https?:/.test(archive)) {
      const suite = `${codename}-backports`;
      // Listing a source twice with different keys is an error.
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
