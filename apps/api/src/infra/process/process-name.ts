import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { processIdentity } from './process-identity.js';

/** Stands for the start time where the system does not tell it. */
const UNKNOWN_START = 'unknown';

/**
 * This process among those of all machines and containers: place, process number, start time,
 * separated by spaces. Fit for a file name.
 */
export function processName(): string {
  return `${place()} ${process.pid} ${processIdentity(process.pid) ?? UNKNOWN_START}`;
}

/** True when a process was named in this place, where its number can be looked up. */
export function isNamedHere(name: string): boolean {
  return name.split(' ')[0] === place();
}

/** True when a process ran in this place and has ended; false for other places, where we cannot look. */
export function isKnownDead(name: string): boolean {
  const [, pid, start] = name.split(' ');
  return isNamedHere(name) && start !== UNKNOWN_START && processIdentity(Number(pid)) !== start;
}

/**
 * Names the time since the system started. What was written before may have been lost in a power
 * cut, and files that were written together may have got to different states.
 * @returns null where the system does not tell.
 */
export function bootId(): string | null {
  try {
    return readBootId();
  } catch {
    return null;
  }
}

function readBootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}

/**
 * Where a process number and its start time mean one process. On Linux that is a PID namespace of
 * one boot of one kernel: containers may share a host name, and namespace numbers repeat between
 * machines. Elsewhere it is the machine.
 */
function place(): string {
  const host = hostname().replace(/[^\w.-]/g, '-');
  try {
    const boot = readBootId().slice(0, 8);
    const namespace = readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');
    return [host, boot, namespace].join('_');
  } catch {
    return host;
  }
}
