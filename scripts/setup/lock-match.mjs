/**
 * @typedef {{ version?: string, resolved?: string, link?: boolean, optional?: boolean, devOptional?: boolean }} LockEntry
 * @typedef {{ packages?: Record<string, LockEntry> }} Lock
 */

/**
 * Whether an installed tree (npm's hidden node_modules/.package-lock.json) is the one the lock asks
 * for. Optional packages may be absent: npm leaves out those of other platforms.
 * @param {Lock} wanted package-lock.json
 * @param {Lock} installed node_modules/.package-lock.json
 */
export function lockMatches(wanted, installed) {
  const want = wanted.packages ?? {};
  const have = installed.packages ?? {};
  const nothingMissing = Object.entries(want).every(
    ([path, entry]) => path === '' || path in have || entry.optional || entry.devOptional,
  );
  return (
    nothingMissing && Object.entries(have).every(([path, entry]) => sameEntry(entry, want[path]))
  );
}

/**
 * @param {LockEntry} left
 * @param {LockEntry | undefined} right
 */
function sameEntry(left, right) {
  return (
    right !== undefined &&
    left.version === right.version &&
    Boolean(left.link) === Boolean(right.link) &&
    (left.link ? left.resolved === right.resolved : true)
  );
}
