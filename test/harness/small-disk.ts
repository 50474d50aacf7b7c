import { findWayIn, type WayIn } from './find-way-in.js';

/** A prefix that gives a server its own mounts; null if impossible. @param who needs it. @throws Error in CI if impossible. */
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

/** A launcher (ServerOptions) that mounts a file system of this many bytes on the media folder. */
export function onSmallDisk(wayIn: WayIn, bytes: number): string[] {
  // The mark declares the empty volume valid (infra/storage/media-volume.ts).
  const script = `mount -t tmpfs -o size=${bytes} tmpfs "$DATA_DIR/media" && : > "$DATA_DIR/media/.volume" && exec "$@"`;
  return [...wayIn, 'sh', '-c', script, 'sh'];
}
