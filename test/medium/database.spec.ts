import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { API } from '@dipper/contract';
import { pick, taskOf, TestClient } from '../harness/client.js';
import { rowsOf } from '../harness/database.js';
import { TestServer } from '../harness/server.js';
import { Watcher } from '../harness/watcher.js';
import { startOrigin } from '../origin/media-origin.js';

const MIGRATE = join(__dirname, '../harness/migrate.mjs');

interface Migrated {
  readonly before: readonly string[];
  readonly down: readonly string[];
  readonly ran: readonly string[];
  readonly up: readonly string[];
  readonly known: number;
}

describe('the database', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.stop());

  it('goes down to nothing and up again', async () => {
    await server.kill('SIGTERM');
    const place = server.backend.databaseUrl ?? server.dataDir;
    const { stdout } = await promisify(execFile)(process.execPath, [MIGRATE, place]);
    const { before, down, ran, up, known } = JSON.parse(stdout) as Migrated;
    expect(before).toEqual(expect.arrayContaining(['extraction', 'merge_task']));
    expect(down).toEqual(['migrations']);
    expect(ran).toHaveLength(known);
    expect(up).toEqual(before);
  });

  it('is taken up by the next start, which migrates nothing twice', async () => {
    await server.run();
    expect((await fetch(server.url + API.ready)).status).toBe(200);
    const rows = await rowsOf<{ name: string }>(server, 'SELECT name FROM migrations');
    expect(rows.length).toBe(new Set(rows.map(({ name }) => name)).size);
  });
});

if (process.env['DIPPER_TEST_BACKEND'] === 'services') {
  describe('two processes, one for visitors and one for work', () => {
    it('what is started at one is made by the other, and told live', async () => {
      const [origin, api] = await Promise.all([
        startOrigin(),
        TestServer.start({ env: { ROLE: 'api' } }),
      ]);
      const client = new TestClient(api);
      const info = await client.search(`${origin.url}/dash/slow.mpd?rate=2000000`);
      const task = taskOf(pick(info, ({ kind }) => kind === 'merge'));
      const page = await Watcher.connect(api);
      await page.watch(task);
      await client.start(task);
      // Nobody works yet.
      expect(await client.status(task)).toMatchObject({ status: 'queued', queue_position: 1 });

      const worker = await TestServer.start({ env: { ROLE: 'worker' }, beside: api });
      try {
        const updates = await page.untilEnd(task);
        const progress = updates.map((update) => update.progress);
        expect(progress).toEqual([...progress].sort((a, b) => a - b));
        expect(updates.filter(({ status }) => status === 'processing').length).toBeGreaterThan(5);
        expect(updates.at(-1)).toMatchObject({ status: 'complete', progress: 100 });
        const file = await client.fetch(API.file(task), { method: 'HEAD' });
        expect(file.headers.get('content-length')).toBe(
          String(updates.at(-1)?.actual_sizes.final_file),
        );
      } finally {
        page.close();
        await worker.stop();
        await Promise.all([api.stop(), origin.close()]);
      }
    });
  });
} else {
  describe('two processes', () => {
    it.each(['api', 'worker'])(
      'ROLE=%s is refused without a database that both can reach',
      async (role) => {
        const { code, output } = await TestServer.refuse({ env: { ROLE: role } });
        const line = `DATABASE_URL is not set; allowed: a postgres:// URL, because ROLE is ${role}.\n`;
        expect([code, output]).toEqual([1, line]);
      },
    );
  });
}
