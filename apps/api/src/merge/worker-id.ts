import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { processIdentity } from '../infra/process/process-identity.js';

/** Stands for the start time where the system does not tell it. */
const UNNAMED = 'unknown';

/** Who this process is among the workers of all machines: place, process number, start time. */
export function workerId(): string {
  return `${place()} ${process.pid} ${processIdentity(process.pid) ?? UNNAMED}`;
}

/** True when a worker was in this place and is no more; of other places nobody knows. */
export function isKnownDead(worker: string): boolean {
  const [where, pid, identity] = worker.split(' ');
  return where === place() && identity !== UNNAMED && processIdentity(Number(pid)) !== identity;
}

/** Where a process number means a process: the machine and, of containers with one name, which. */
function place(): string {
  return [hostname(), ...pidNamespace()].join('/');
}

function pidNamespace(): string[] {
  try {
    return [readlinkSync('/proc/self/ns/pid')];
  } catch {
    // Not Linux: no containers that see other processes than the machine does.
    return [];
  }
}
