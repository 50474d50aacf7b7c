import { spawnSync } from 'node:child_process';

/**
 * Locks an open file for this process with flock(2), which Node does not offer: flock(1) locks the
 * file descriptor it inherits, and the lock stays with ours when it exits. The kernel releases it
 * when the descriptor is closed, however this process ends, and enforces it between all containers
 * on a volume.
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
  // A conflict is silent; a file system error prints a message.
  return status === 1 && stderr === '' ? 'in use' : 'unsupported';
}
