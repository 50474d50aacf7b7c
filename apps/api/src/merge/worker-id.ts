import { hostname } from 'node:os';
import { processIdentity } from '../infra/process/process-identity.js';

/** Stands for the start time where the system does not tell it. */
const UNNAMED = 'unknown';

/** Who this process is among the workers of all machines: host, process number, start time. */
export function workerId(): string {
  return `${hostname()} ${process.pid} ${processIdentity(process.pid) ?? UNNAMED}`;
}

/** True when a worker was on this machine and is no more; of other machines nobody knows. */
export function isKnownDead(worker: string): boolean {
  const [host, pid, identity] = worker.split(' ');
  return host === hostname() && identity !== UNNAMED && processIdentity(Number(pid)) !== identity;
}
