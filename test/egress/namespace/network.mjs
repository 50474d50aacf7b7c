import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes the world of the run, inside a network and mount namespace of its own: every address there is, IPv4 and
 * IPv6, leads to this machine (AnyIP routes), and names are asked of our own server on 127.0.0.1.
 *
 * @param {string} folder where the resolver's configuration is written
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
