// A PostgreSQL and a Redis of one spec's own, which may be frozen: prints their addresses as JSON, then
// does what each line of its input says ("freeze postgres", "thaw redis") and repeats that line when it
// is done. Ends with its input.
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { startServices } from '../../scripts/testing/services.mjs';

const { databaseUrl, redisUrl, pids, stop } = await startServices();
console.log(JSON.stringify({ databaseUrl, redisUrl }));

/** A process and all that it has started: a frozen postmaster alone would leave its sessions at work. */
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
  // First the parent, which would start another for one that ends.
  for (const pid of family(pids[service])) {
    try {
      process.kill(pid, name);
    } catch {
      // A session that has ended meanwhile.
    }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const [verb, service] = line.split(' ');
  signal(service, verb === 'freeze' ? 'SIGSTOP' : 'SIGCONT');
  console.log(line);
}
// Who is frozen cannot end in order.
Object.keys(pids).forEach((service) => signal(service, 'SIGCONT'));
await stop();
