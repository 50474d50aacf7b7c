// Runs a PostgreSQL and a Redis for one spec. Prints their URLs as JSON, executes each line of its
// input ("freeze postgres", "thaw redis") and echoes the line when that is done. Exits when its
// input ends.
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { startServices } from '../../scripts/testing/services.mjs';

const { databaseUrl, redisUrl, pids, stop } = await startServices();
console.log(JSON.stringify({ databaseUrl, redisUrl }));

/**
 * Returns a process and its children. If only the postmaster were frozen, its sessions would keep
 * running.
 */
function family(pid) {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);
  return [pid, ...children];
}

function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

function signal(service, name) {
  // Signal the parent first, because it would replace a child that ends.
  for (const pid of family(pids[service])) {
    try {
      process.kill(pid, name);
    } catch {
      // The session has ended in the meantime.
    }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const [verb, service] = line.split(' ');
  signal(service, verb === 'freeze' ? 'SIGSTOP' : 'SIGCONT');
  console.log(line);
}
// Thaw the services first, because frozen processes cannot shut down cleanly.
Object.keys(pids).forEach((service) => signal(service, 'SIGCONT'));
await stop();
