import { spawnSync } from 'node:child_process';

/**
 * Locks an open file for this process with flock(2), which Node does not offer: flock(1) locks the
 * open file that it inherits from us, and the lock stays with our descriptor when it has ended.
 * The kernel drops the lock when the descriptor is closed, however this process ends, and keeps it
 * between all containers on a volume.
 * @param fd descriptor of the file.
 * @returns 'locked', 'in use' by another, or 'unsupported' by this machine or file system.
 */
export function flock(fd: number): 'locked' | 'in use' | 'unsupported' {
  const { status, stderr } = spawnSync('flock', ['-n', '-x', '3'], {
    stdio: ['ignore', 'ignore', 'pipe', fd],
    encoding: 'utf8',
  });
  if (status === 0) {
    return 'locked';
  }
  // A conflict says nothing; what the file system refuses is an error in words.
  return status === 1 && stderr === '' ? 'in use' : 'unsupported';
}
