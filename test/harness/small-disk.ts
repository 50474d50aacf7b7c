import { findWayIn, type WayIn } from './find-way-in.js';

/** How to give a server a mount of its own; null where that is not possible. @param who needs it. @throws Error in CI, then. */
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

/** A launcher (ServerOptions) that gives the media folder a file system of so many bytes. */
export function onSmallDisk(wayIn: WayIn, bytes: number): string[] {
  // The mark says that it is meant to be empty (infra/storage/media-volume.ts).
  const script = `mount -t tmpfs -o size=${bytes} tmpfs "$DATA_DIR/media" && : > "$DATA_DIR/media/.volume" && exec "$@"`;
  return [...wayIn, 'sh', '-c', script, 'sh'];
}
