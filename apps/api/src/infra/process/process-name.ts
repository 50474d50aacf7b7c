import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { processIdentity } from './process-identity.js';

/** Stands for the start time on systems that do not report one. */
const UNKNOWN_START = 'unknown';

/**
 * The name of this process, which is unique across machines and containers: machine and container,
 * process id and start time, separated by spaces. Valid as a file name.
 */
export function processName(): string {
  return `${place()} ${process.pid} ${processIdentity(process.pid) ?? UNKNOWN_START}`;
}

/**
 * True if the name was made on this machine and in this container, so that its process id means
 * something here.
 */
export function isNamedHere(name: string): boolean {
  return name.split(' ')[0] === place();
}

/**
 * True if the process ran on this machine and in this container, and has ended. False for any other
 * process, because we can't check it.
 */
export function isKnownDead(name: string): boolean {
  const [, pid, start] = name.split(' ');
  return isNamedHere(name) && start !== UNKNOWN_START && processIdentity(Number(pid)) !== start;
}

/**
 * Identifies the current boot of the machine. A power cut may have lost earlier writes, and left
 * files that were written together in different states.
 * @returns null if the system does not report it
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
 * The scope in which a process id and a start time identify a process. On Linux this is a PID
 * namespace in one boot of the kernel, because containers may share a host name, and namespace
 * numbers repeat between machines. Elsewhere it is the machine.
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
