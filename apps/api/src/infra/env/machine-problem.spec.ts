import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSecret } from '../keys/secret.js';
import { machineProblem } from './machine-problem.js';

const place = { PORT: 3000, HOST: '127.0.0.1', DATA_DIR: '/srv/dipper' };

async function listenError(port: number, host: string): Promise<unknown> {
  const server = createServer().listen(port, host);
  const [error] = (await Promise.race([
    once(server, 'error'),
    once(server, 'listening').then(() => ['it listens']),
  ])) as [unknown];
  server.close();
  return error;
}

describe('machineProblem', () => {
  it('reports the port that another program uses', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const error = await listenError(port, '127.0.0.1');
    expect(machineProblem(error, { ...place, PORT: port })).toBe(
      `PORT is ${port}; another program uses it: stop that one, or choose another port.`,
    );
    other.close();
  });

  it('reports a host that is not on this machine', async () => {
    // An address reserved for documentation (RFC 5737).
    const error = await listenError(0, '192.0.2.1');
    expect(machineProblem(error, { ...place, HOST: '192.0.2.1' })).toBe(
      'HOST is "192.0.2.1"; allowed: a name or an address of this machine.',
    );
  });

  it('reports a folder that is not writable', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dipper-place-'));
    const file = join(folder, 'file');
    await writeFile(file, '');
    const dataDir = join(file, 'data');
    const error: unknown = await loadSecret(dataDir, undefined).catch((thrown: unknown) => thrown);
    expect(machineProblem(error, { ...place, DATA_DIR: dataDir })).toBe(
      `DATA_DIR is "${dataDir}"; allowed: a folder that can be written to (ENOTDIR).`,
    );
    await rm(folder, { recursive: true });
  });

  it.each([
    ['a bug', new TypeError('x is not a function')],
    [
      'a missing file elsewhere',
      Object.assign(new Error(), { code: 'ENOENT', path: '/etc/nothing' }),
    ],
    [
      'a refused connection',
      Object.assign(new Error(), { code: 'ECONNREFUSED', syscall: 'connect' }),
    ],
  ])('does not explain %s', (_, error) => {
    expect(machineProblem(error, place)).toBeNull();
  });
});
