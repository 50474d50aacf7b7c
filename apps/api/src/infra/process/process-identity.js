import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Returns the start time of a process, which distinguishes it from a later one with the same id.
 * The unit depends on the system (Linux: clock ticks since boot, proc(5) field 22; elsewhere: the
 * text from `ps -o lstart` without spaces). It is in JavaScript because a lock of the scripts needs
 * it before the server is built (scripts/setup/one-at-a-time.mjs).
 * @param {number} pid
 * @returns {string | null} null if no such process is alive
 */
export function processIdentity(pid) {
  try {
    return process.platform === 'linux' ? identityFromProc(pid) : identityFromPs(pid);
  } catch {
    return null;
  }
}

/** @param {number} pid */
function identityFromProc(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name is in brackets and may itself contain spaces and brackets, so count fields after the
  // last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? null : (fields[19] ?? null);
}

/** @param {number} pid */
function identityFromPs(pid) {
  const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return started.trim().replace(/\s+/g, '-') || null;
}
