import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { API } from '@dipper/contract';
import { AccountClient, PASSWORD, refusedAs } from '../harness/account-client.js';
import { pick, taskOf, TestClient } from '../harness/client.js';
import { rowsOf } from '../harness/database.js';
import { Passage } from '../harness/passage.js';
import { READY, untilReports } from '../harness/readiness.js';
import { TestServer } from '../harness/server.js';
import { waitUntil } from '../harness/wait-until.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

const MIGRATE = join(__dirname, '../harness/migrate.mjs');
const BROKEN_DISK = pathToFileURL(join(__dirname, '../fakes/broken-disk.mjs')).href;
const SYNCED_FILES = join(__dirname, '../harness/synced-files.mjs');

interface Migrated {
  readonly before: readonly string[];
  readonly down: readonly string[];
  readonly ran: readonly string[];
  readonly up: readonly string[];
  readonly known: number;
}

const ON_SERVICES = process.env['DIPPER_TEST_BACKEND'] === 'services';

describe('the database', () => {
  let origin: Origin;
  let server: TestServer;

  beforeAll(async () => {
    [origin, server] = await Promise.all([startOrigin(), TestServer.start()]);
  });
  afterAll(() => Promise.all([server.stop(), origin.close()]));

  if (ON_SERVICES) {
    it('does not make a run start over by closing the session that records its end', async () => {
      // Terminate the first five sessions that complete a task. A sequence keeps its count even
      // when a transaction is rolled back.
      await rowsOf(
        server,
        `CREATE SEQUENCE breaks;
         CREATE FUNCTION break() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
           IF NEW.status = 'complete' AND nextval('breaks') <= 5 THEN
             PERFORM pg_terminate_backend(pg_backend_pid());
           END IF;
           RETURN NEW;
         END $$;
         CREATE TRIGGER break BEFORE UPDATE ON merge_task FOR EACH ROW EXECUTE FUNCTION break()`,
      );
      const client = new TestClient(server);
      const info = await client.search(`${origin.url}/dash/webm.mpd`);
      const task = taskOf(pick(info, ({ kind }) => kind === 'merge'));
      await client.start(task);
      // Read the row directly, because polling the API may use the broken connection.
      const isComplete = async (): Promise<boolean> =>
        (await rowsOf(server, `SELECT 1 FROM merge_task WHERE status = 'complete'`)).length === 1;
      await waitUntil(isComplete, 'a complete task');
      const [row] = await rowsOf<{ attempts: number; tries: string }>(
        server,
        'SELECT attempts, last_value AS tries FROM merge_task, breaks',
      );
      expect(row).toEqual({ attempts: 1, tries: '6' });
      expect(await server.onDisk('files')).toHaveLength(1);
      await rowsOf(server, 'DROP FUNCTION break CASCADE; DROP SEQUENCE breaks');
    });
  } else {
    it('is shut down cleanly on SIGTERM', async () => {
      await server.kill('SIGTERM');
      const control = await readFile(join(server.dataDir, 'database/global/pg_control'));
      // The field DBState follows the system id and two versions (pg_control.h); 1 means
      // DB_SHUTDOWNED.
      expect(control.readUInt32LE(16)).toBe(1);
      expect(await readdir(server.dataDir)).not.toContain('socket');
    });

    it('syncs every commit to disk, so that a power failure loses nothing', async () => {
      await server.kill('SIGTERM');
      const folder = join(server.dataDir, 'database');
      const { stdout } = await promisify(execFile)(process.execPath, [SYNCED_FILES, folder]);
      const { commit, checkpoint } = JSON.parse(stdout) as Record<string, string[]>;
      expect(commit).toEqual([expect.stringContaining(`${folder}/pg_wal/`)]);
      expect(checkpoint).toContainEqual(expect.stringContaining(`${folder}/base/`));
    });
  }

  it('can undo all migrations and apply them again', async () => {
    await server.kill('SIGTERM');
    const place = server.backend.databaseUrl ?? server.dataDir;
    const { stdout } = await promisify(execFile)(process.execPath, [MIGRATE, place]);
    const { before, down, ran, up, known } = JSON.parse(stdout) as Migrated;
    expect(before).toEqual(expect.arrayContaining(['extraction', 'merge_task']));
    expect(down).toEqual(['migrations']);
    expect(ran).toHaveLength(known);
    expect(up).toEqual(before);
  });

  if (ON_SERVICES) {
    it('makes accounts unavailable while it is unreachable, but not links that have been read before', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'dipper-domains-'));
      await writeFile(join(folder, 'default.json'), '{"authentication_enabled":true}');
      const way = await Passage.to(server.backend.databaseUrl ?? '');
      try {
        await server.run({ DATABASE_URL: way.url, DOMAINS_DIR: folder });
        const client = new AccountClient(server);
        const { access_token: token } = await client.signIn('me@dipper.example');
        const input = { email: 'me@dipper.example', password: PASSWORD };
        const known = `${origin.url}/dash/webm.mpd?known`;
        const before = await client.search(known);

        way.close();
        const refused = [
          await client.ask('GET', API.me, { token }),
          await client.send(API.login, input),
          await client.send(API.register, input),
          await client.ask('POST', API.refreshToken, { token }),
        ];
        expect(refused.slice(0, 3).map(refusedAs)).toEqual(
          Array.from({ length: 3 }, () => '503 UNAVAILABLE'),
        );
        // Without a database, the server can still distinguish an access token from a refresh
        // token.
        expect(refused.slice(3).map(refusedAs)).toEqual(['401 NOT_SIGNED_IN']);
        const { formats } = await client.search(known);
        expect(formats.length).toBe(before.formats.length);

        await way.open();
        const isBack = async () => (await client.ask('GET', API.me, { token })).status === 200;
        await waitUntil(isBack, 'the account');
      } finally {
        await server.kill('SIGTERM');
        way.close();
        await rm(folder, { recursive: true });
      }
    });
  } else {
    it.each([
      // Postgres may loop, and the server is then killed, too.
      ['exits', {}, [1, null]],
      ['hangs', { BREAK_HANGS: 'yes' }, [null]],
    ])(
      'ends the server with one log line when its disk fails and its thread %s',
      async (_, how, codes) => {
        const sign = join(tmpdir(), `dipper-broken-${process.pid}`);
        await server.run({ NODE_OPTIONS: `--import=${BROKEN_DISK}`, BREAK_WHEN: sign, ...how });
        const before = server.log.length;
        await writeFile(sign, '');
        try {
          await expect(rowsOf(server, 'CREATE TABLE lost (i integer)')).rejects.toThrow();
          const line =
            'The embedded database failed (EIO: i/o error, fsync), so the server is exiting.\n';
          await waitUntil(() => server.log.slice(before).endsWith(line), line);
          expect(server.log.slice(before).split(line)).toHaveLength(2);
          expect(codes).toContain(await server.kill('SIGTERM'));
        } finally {
          await rm(sign);
        }
      },
    );
  }

  it('is reused by the next start, which does not repeat migrations', async () => {
    if (!ON_SERVICES) {
      await server.run();
      expect(await untilReports(server, READY)).toBe(200);
    }
    const rows = await rowsOf<{ name: string }>(server, 'SELECT name FROM migrations');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBe(new Set(rows.map(({ name }) => name)).size);
  });
});
