const MIB = 1024 * 1024;
/**
 * A database needs this much to keep working for a while. Postgres writes WAL in files of 16 MiB.
 */
const LEAST_BYTES = 512 * MIB;
const USUAL_SHARE = 0.01;
/**
 * The largest share of a volume to reserve, for volumes so small that `LEAST_BYTES` would leave
 * nothing. Our default limit leaves the same share free.
 */
const LARGEST_SHARE = 0.2;

/**
 * The space that no run may use: 1% of the volume, at least 512 MiB, but at most a fifth of the
 * volume.
 * @param size of the volume, in bytes
 */
export function volumeReserve(size: number): number {
  return Math.floor(Math.min(Math.max(size * USUAL_SHARE, LEAST_BYTES), size * LARGEST_SHARE));
}
