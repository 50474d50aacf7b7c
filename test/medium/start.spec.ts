import { readdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findWayIn } from '../harness/find-way-in.js';
import { TestServer } from '../harness/server.js';

/** A PID namespace, as in a container, where the process ids of the host mean nothing. */
const CONTAINER = findWayIn(
  [
    ['unshare', '-p', '--fork', '--kill-child', '--mount-proc'],
    ['unshare', '-r', '-p', '--fork', '--kill-child', '--mount-proc'],
  ],
  'true',
  'test/medium/start needs a process namespace for a second container',
);

const ON_SERVICES = process.env['DIPPER_TEST_BACKEND'] === 'services';

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

/** Tries a start that the server refuses. @returns the one line that the server prints */
async function saidBy(
  env: Readonly<Record<string, string>>,
  launcher?: readonly string[],
): Promise<string> {
  const { code, output } = await TestServer.refuse({
    env,
    beside: server,
    ...(launcher === undefined ? {} : { launcher }),
  });
  expect(code).toBe(1);
  const lines = output.split('\n').filter(Boolean);
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
}

// Run this with one backend only, because the result is always the same. env.spec.ts checks the
// message for each error.
if (!ON_SERVICES) {
  it('prints one line with the name of the variable if the environment is invalid', async () => {
    const env = { ROLE: 'worker', DATABASE_URL: '', REDIS_URL: '' };
    expect(await saidBy(env)).toBe(
      'DATABASE_URL is not set; allowed: a postgres:// URL, because ROLE is worker.',
    );
  });
}

describe('a start beside a running server', () => {
  if (ON_SERVICES) {
    it("adds a node, even in another container, without touching the first server's records of child processes", async () => {
      const records = (): string[] => readdirSync(join(server.dataDir, 'run'));
      const before = records();
      expect(before.some((name) => name.includes(` ${server.pid} `))).toBe(true);
      // Without namespaces, this is a second node on the same machine.
      const launcher = CONTAINER === null ? {} : { launcher: CONTAINER };
      const second = await TestServer.start({ beside: server, ...launcher });
      expect((await fetch(`${second.url}/api/ready`)).status).toBe(200);
      expect(records()).toEqual(expect.arrayContaining(before));
      expect(records()).toHaveLength(before.length + 1);
      await second.kill('SIGKILL');
      expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
    });
  } else {
    if (CONTAINER !== null) {
      it('in another container is refused if it uses the same folder', async () => {
        const said = await saidBy({}, CONTAINER);
        expect(said).toContain(`DATA_DIR is ${server.dataDir}; another Dipper`);
        expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
      });
    }

    it('on the same port ends with one line that reports the conflict', async () => {
      const { code, output } = await TestServer.refuse({ env: { PORT: String(server.port) } });
      expect(code).toBe(1);
      const lines = output.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
      expect(lines).toEqual([expect.stringMatching(/^PORT is \d+; another program uses it/)]);
    });

    it('with the same folder is refused, and the first server keeps running', async () => {
      const line = `DATA_DIR is ${server.dataDir}; another Dipper (process ${server.pid}) is using it: stop that one, or choose another folder.`;
      expect(await saidBy({})).toBe(line);
      expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
    });

    it("finds the server's secret in a file that only its owner can read", async () => {
      const { mode, size } = await stat(join(server.dataDir, 'secret'));
      expect(mode & 0o777).toBe(0o600);
      expect(size).toBeGreaterThanOrEqual(32);
    });
  }
});
