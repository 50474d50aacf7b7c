import { spawnSync } from 'node:child_process';

/**
 * Locks an open file for this process with flock(2), which Node does not offer. flock(1) locks the
 * file descriptor that it inherits from us, and our descriptor keeps the lock when flock(1) exits.
 * The kernel releases the lock when the descriptor is closed, however this process ends. It
 * enforces the lock between all containers that share a volume.
 * @param fd descriptor of the file
 * @returns 'locked'; 'in use' if another process has the lock; 'unsupported' if this machine or
 * file system has no such locks
 */
export function flock(fd: number): 'locked' | 'in use' | 'unsupported' {
  const { status, stderr } = spawnSync('flock', ['-n', '-x', '3'], {
    stdio: ['ignore', 'ignore', 'pipe', fd],
    encoding: 'utf8',
  });
  if (status === 0) {
    return 'locked';
  }
  // flock(1) prints nothing on a conflict, but prints a message on a file system error.
  return status === 1 && stderr === '' ? 'in use' : 'unsupported';
}
