const MIB = 1024 * 1024;
/** What a database needs to go on for a while: Postgres writes ahead in files of 16 MiB. */
const LEAST_BYTES = 512 * MIB;
const USUAL_SHARE = 0.01;
/** Of a volume so small that the above would leave nothing to work with: what our own limit leaves, too. */
const LARGEST_SHARE = 0.2;

/**
 * What no run may take of a volume: 1 %, at least 512 MiB, but never more than a fifth.
 * @param size of the volume, bytes.
 */
export function volumeReserve(size: number): number {
  return Math.floor(Math.min(Math.max(size * USUAL_SHARE, LEAST_BYTES), size * LARGEST_SHARE));
}
