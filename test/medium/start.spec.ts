import { readdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findWayIn } from '../harness/find-way-in.js';
import { TestServer } from '../harness/server.js';

/** Like a container of its own: process numbers of outside mean nothing in it. */
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

/** What a refused start says, when it is one line. */
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

// The backend makes no difference to these.
if (!ON_SERVICES) {
  describe('a start with a mistake in the environment', () => {
    it.each([
      [{ PORT: 'abc' }, 'PORT is "abc"; allowed: a port, 0 to 65535.'],
      [{ ROLE: 'boss' }, 'ROLE is "boss"; allowed: one of all, api, worker.'],
      [
        { ROLE: 'worker', DATABASE_URL: '', REDIS_URL: '' },
        'DATABASE_URL is not set; allowed: a postgres:// URL, because ROLE is worker.',
      ],
      [
        { REDIS_URL: 'http://x' },
        'REDIS_URL is "http://x"; allowed: a URL that starts with redis:// or rediss://.',
      ],
      [{ SECRET: 'short' }, 'SECRET is set, but not usable; allowed: at least 16 characters.'],
      [{ FILE_RETENTION_SECONDS: '0' }, 'FILE_RETENTION_SECONDS is "0"; allowed: 1 or more.'],
      [
        { EGRESS_ALLOW: 'everything' },
        'EGRESS_ALLOW is "everything"; allowed: a comma list of host:port or CIDR, like 127.0.0.1:8080,10.1.0.0/16.',
      ],
    ])('%j is told in one line', async (env, line) => {
      expect(await saidBy(env as Record<string, string>)).toBe(line);
    });
  });
}

describe('a start beside another', () => {
  it('on its port is told in one line', async () => {
    const { code, output } = await TestServer.refuse({ env: { PORT: String(server.port) } });
    expect(code).toBe(1);
    const lines = output.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
    expect(lines).toEqual([expect.stringMatching(/^PORT is \d+; another program uses it/)]);
  });

  if (ON_SERVICES) {
    it('with the same database and folder is another node', async () => {
      const second = await TestServer.start({ beside: server });
      expect((await fetch(`${second.url}/api/ready`)).status).toBe(200);
      await second.stop();
      expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
    });

    if (CONTAINER !== null) {
      it('in another container leaves the records of its children alone', async () => {
        const records = (): string[] => readdirSync(join(server.dataDir, 'run'));
        const before = records();
        expect(before.some((name) => name.includes(` ${server.pid} `))).toBe(true);
        const second = await TestServer.start({ beside: server, launcher: CONTAINER });
        expect(records()).toEqual(expect.arrayContaining(before));
        expect(records()).toHaveLength(before.length + 1);
        await second.kill('SIGKILL');
      });
    }
  } else {
    if (CONTAINER !== null) {
      it('in another container on its folder is refused, too', async () => {
        const said = await saidBy({}, CONTAINER);
        expect(said).toContain(`DATA_DIR is ${server.dataDir}; another Dipper`);
        expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
      });
    }

    it('with the same folder is refused, and disturbs nothing', async () => {
      const line = `DATA_DIR is ${server.dataDir}; another Dipper (process ${server.pid}) is using it: stop that one, or choose another folder.`;
      expect(await saidBy({})).toBe(line);
      expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
    });

    it('has made a secret that nobody else can read', async () => {
      const { mode, size } = await stat(join(server.dataDir, 'secret'));
      expect(mode & 0o777).toBe(0o600);
      expect(size).toBeGreaterThanOrEqual(32);
    });
  }
});
