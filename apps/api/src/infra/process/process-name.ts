import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { processIdentity } from './process-identity.js';

/** Used where the system does not report a start time. */
const UNKNOWN_START = 'unknown';

/**
 * Identifies this process across machines and containers: place, process id and start time,
 * separated by spaces. Valid as a file name.
 */
export function processName(): string {
  return `${place()} ${process.pid} ${processIdentity(process.pid) ?? UNKNOWN_START}`;
}

/** True when a process was named in this place, so that its id can be looked up. */
export function isNamedHere(name: string): boolean {
  return name.split(' ')[0] === place();
}

/**
 * True when a process ran in this place and has ended; false for other places, where we cannot
 * check.
 */
export function isKnownDead(name: string): boolean {
  const [, pid, start] = name.split(' ');
  return isNamedHere(name) && start !== UNKNOWN_START && processIdentity(Number(pid)) !== start;
}

/**
 * Identifies the current boot. A power cut may have lost earlier writes, and left files that were
 * written together in different states.
 * @returns null where the system does not say.
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
 * The scope in which a process id and start time identify one process. On Linux that is a PID
 * namespace of one kernel boot: containers may share a host name, and namespace numbers repeat
 * between machines. Elsewhere it is the machine.
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
