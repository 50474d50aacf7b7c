import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Returns the start time of a process, which distinguishes it from a later one with the same id.
 * The unit depends on the system (Linux: clock ticks since boot, proc(5) field 22; elsewhere: the
 * text from `ps -o lstart` without spaces).
 * @returns null if no such process is alive
 */
export function processIdentity(pid: number): string | null {
  return process.platform === 'linux' ? identityFromProc(pid) : identityFromPs(pid);
}

function identityFromProc(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name is in brackets and may itself contain spaces and brackets, so count fields after the
    // last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

function identityFromPs(pid: number): string | null {
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return started.trim().replace(/\s+/g, '-') || null;
  } catch {
    return null;
  }
}
