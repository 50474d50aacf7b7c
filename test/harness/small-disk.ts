import { findWayIn, type WayIn } from './find-way-in.js';

/**
 * Returns a command prefix that gives a server its own mounts, or null if that is impossible.
 * @param who the name of the test that needs a small disk
 * @throws Error in CI if it is impossible
 */
export function findMount(who: string): WayIn | null {
  const ways = [
    ['unshare', '-m'],
    ['unshare', '-r', '-m'],
  ];
  return findWayIn(
    ways,
    'mount -t tmpfs tmpfs /mnt',
    `${who} needs a mount namespace for a small disk`,
  );
}

/** The file `.volume` declares the empty volume valid (infra/storage/media-volume.ts). */
export function onSmallDisk(wayIn: WayIn, bytes: number): string[] {
  // The file `.volume` declares the empty volume valid (infra/storage/media-volume.ts).
  const script = `mount -t tmpfs -o size=${bytes} tmpfs "$DATA_DIR/media" && : > "$DATA_DIR/media/.volume" && exec "$@"`;
  return [...wayIn, 'sh', '-c', script, 'sh'];
}
