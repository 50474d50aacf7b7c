/**
 * Parses the output of apt-get (under LC_ALL=C) to decide the next step and to find the one line to
 * show.
 */

/**
 * Debian's own keys. They are assumed because apt does not report which key a source is signed
 * with.
 */
const DEBIAN_KEYS = '/usr/share/keyrings/debian-archive-keyring.gpg';

/**
 * Returns the first error line, without apt's severity mark; '' if there is none. Later errors are
 * usually consequences of the first.
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
 * Returns the reason why the package lists are incomplete, if they are. apt-get exits with 0 even
 * if it could not fetch a list.
 * @param {string} output
 */
export function listProblemIn(output) {
  const line = output.split('\n').find((text) => /^(E: |W: Failed to fetch )/.test(text));
  return line && unmarked(line);
}

/**
 * True if another apt or dpkg is running.
 * @param {string} output
 */
export function isLocked(output) {
  return /Could not get lock|Unable to lock|Unable to acquire the dpkg frontend lock/.test(output);
}

/**
 * True if an earlier installation was interrupted. dpkg must finish it first.
 * @param {string} output
 */
export function isUnfinished(output) {
  return /dpkg was interrupted/.test(output);
}

/** @typedef {{ suite: string, line: string }} Backports a suite, and its line for sources.list(5) */

/**
 * Finds the backports in the Debian archive that this machine uses. An offline disc does not count.
 * @param {string} targets one line each: origin, component, codename, release, archive
 * @returns {Backports | undefined}
 */
export function backportsIn(targets) {
  const rows = targets.split('\n').map((line) => line.split(' '));
  for (const [origin, component, codename = '', release, archive = ''] of rows) {
    // Excludes the security and updates suites.
    const isBase = [codename, release].every((name) => /^[a-z]+$/.test(name ?? ''));
    const isDebian = origin === 'Debian' && component === 'main';
    if (isDebian && isBase && /^https?:/.test(archive)) {
      const suite = `${codename}-backports`;
      // apt refuses a source that is listed twice with different keys.
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
