import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Sets up the network for the run inside its namespaces. AnyIP routes send every IPv4 and IPv6
 * address to this machine, and our own server on 127.0.0.1 resolves names.
 * @param {string} folder the folder for the resolver's configuration
 */
export function buildNetwork(folder) {
  const resolver = join(folder, 'resolv.conf');
  writeFileSync(resolver, 'nameserver 127.0.0.1\noptions timeout:1 attempts:2\n');
  const steps = [
    ['ip', 'link', 'set', 'lo', 'up'],
    ['ip', 'route', 'add', 'local', '0.0.0.0/0', 'dev', 'lo'],
    ['ip', '-6', 'route', 'add', 'local', '::/0', 'dev', 'lo'],
    ['mount', '--bind', resolver, '/etc/resolv.conf'],
  ];
  for (const [program, ...argv] of steps) {
    execFileSync(program, argv, { stdio: ['ignore', 'ignore', 'inherit'] });
  }
}
