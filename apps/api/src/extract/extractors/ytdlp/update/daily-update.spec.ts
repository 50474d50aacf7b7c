import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from '../../../../infra/env/env.js';
import { InstalledYtdlp } from '../program/installed-ytdlp.js';
import { DailyUpdate } from './daily-update.js';
import { type UpdateNetwork, updateNetwork } from './testing/update-network.js';
import { quietLogger } from '../../../../infra/testing/quiet-logger.js';

const HOUR_MS = 60 * 60 * 1000;

let server: Server;
let looks: number;
let folder: string;
let out: UpdateNetwork;

const updates = (variables: Record<string, string>): DailyUpdate => {
  const env = parseEnv({ DATA_DIR: folder, ...variables });
  return new DailyUpdate(env, new InstalledYtdlp(env), out.egress, out.access);
};

quietLogger();
beforeAll(async () => {
  server = createServer((request, response) => {
    looks += request.url === '/' ? 1 : 0;
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env['YOUTUBE_DL_HOST'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  delete process.env['YOUTUBE_DL_HOST'];
  server.close();
});
beforeEach(async () => {
  looks = 0;
  folder = await mkdtemp(join(tmpdir(), 'dipper-daily-'));
  out = await updateNetwork(folder, '127.0.0.1/32');
});
afterEach(async () => {
  await out.close();
  await rm(folder, { recursive: true });
});

describe('DailyUpdate', () => {
  it('checks once a day, across restarts and processes', async () => {
    const [first, second] = [
      updates({ YT_DLP_UPDATE: 'daily' }),
      updates({ YT_DLP_UPDATE: 'daily' }),
    ];
    const now = Date.now();
    await first.check(now);
    const atOnce = looks;
    expect(atOnce).toBeGreaterThan(0);
    await first.check(now + HOUR_MS);
    await second.check(now + 23 * HOUR_MS);
    expect(looks).toBe(atOnce);
    await second.check(now + 25 * HOUR_MS);
    expect(looks).toBe(2 * atOnce);
  });

  it('checks again after the clock was ahead', async () => {
    const update = updates({ YT_DLP_UPDATE: 'daily' });
    await update.check(Date.now() + 1000 * HOUR_MS);
    const once = looks;
    await update.check(Date.now());
    expect(looks).toBe(2 * once);
  });

  it.each([
    ['by default', {}],
    ['in a worker', { YT_DLP_UPDATE: 'daily', ...worker() }],
    ['for the operator’s own yt-dlp', { YT_DLP_UPDATE: 'daily', YT_DLP_PATH: '/opt/yt-dlp' }],
  ])('does not check %s', async (_, variables) => {
    await updates(variables).check();
    expect(looks).toBe(0);
  });
});

function worker(): Record<string, string> {
  return {
    ROLE: 'worker',
    DATABASE_URL: 'postgres://localhost/x',
    REDIS_URL: 'redis://localhost',
    SECRET: 'sixteen letters!',
  };
}
