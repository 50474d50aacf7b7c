import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { waitUntil } from './wait-until.js';

/** HAProxy's directory is not on every user's PATH. */
const PATH = [process.env['PATH'], '/usr/sbin'].join(delimiter);
/**
 * These are below the ports that the system assigns by itself, so that no connection takes one in
 * the meantime.
 */
const PORTS = { from: 15_000, count: 15_000 };

export type ServerState = 'UP' | 'DOWN';

/** HAProxy in front of several servers, with the checks that docs/operator.md recommends. */
export interface LoadBalancer {
  readonly url: string;
  /**
   * @param name the name of a server
   * @returns its state according to the checks
   */
  state(name: string): Promise<ServerState>;
  close(): Promise<void>;
}

/**
 * Finds a free port outside the range from which the system assigns ports, so that it stays free
 * until it is used.
 */
export async function freePort(): Promise<number> {
  return waitUntil(async () => {
    const port = PORTS.from + Math.floor(Math.random() * PORTS.count);
    const server = createServer();
    const isFree = once(server.listen(port, '127.0.0.1'), 'listening').then(
      () => true,
      () => false,
    );
    const found = (await isFree) && port;
    server.close();
    return found;
  }, 'a free port');
}

/** @param ports the servers' ports on loopback, by name */
export async function startLoadBalancer(
  ports: Readonly<Record<string, number>>,
): Promise<LoadBalancer> {
  const folder = await mkdtemp(join(tmpdir(), 'dipper-balancer-'));
  const [port, file, control] = [await freePort(), join(folder, 'config'), join(folder, 'control')];
  await writeFile(file, configuration({ port, control, ports }));
  const argv = ['--pdeathsig', 'KILL', '--', 'haproxy', '-db', '-f', file];
  const child = spawn('setpriv', argv, {
    env: { PATH },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'close');
  const listens = (): Promise<boolean> =>
    ask(control, 'show version').then(
      () => true,
      () => false,
    );
  await waitUntil(listens, 'HAProxy');
  return {
    url: `http://127.0.0.1:${port}`,
    state: async (name) => {
      // Each line contains, separated by commas, the proxy's name, the server's name, 15 numbers
      // and the state.
      const lines = (await ask(control, 'show stat')).split('\n').map((line) => line.split(','));
      const state = lines.find(([, server]) => server === name)?.[17] ?? '';
      return state.startsWith('UP') ? 'UP' : 'DOWN';
    },
    close: async () => {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

interface Setup {
  readonly port: number;
  readonly control: string;
  readonly ports: Readonly<Record<string, number>>;
}

function configuration({ port, control, ports }: Setup): string {
  const servers = Object.entries(ports).map(([name, at]) => `  server ${name} 127.0.0.1:${at}`);
  return `
global
  stats socket ${control} level user
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 120s
  timeout check 5s
  timeout tunnel 1h
frontend visitors
  bind 127.0.0.1:${port}
  default_backend dipper
backend dipper
  balance roundrobin
  option forwardfor
  option redispatch
  option httpchk
  http-check send meth GET uri /api/ready ver HTTP/1.1 hdr Host localhost
  http-check expect status 200
  default-server check inter 200ms fall 2 rise 1
${servers.join('\n')}
`;
}

/** Sends a command to HAProxy's control socket. */
function ask(control: string, command: string): Promise<string> {
  const socket = connect(control);
  socket.write(`${command}\n`);
  return text(socket);
}
