import { TestDatabase } from '../infra/testing/test-database.js';
import { MergeTask } from '../merge/task/merge-task.entity.js';
import { MergeTaskRepository } from '../merge/task/merge-task.repository.js';
import type { NewTask } from '../merge/task/task-records.js';
import { FeedRetention } from './feed-retention.js';
import { FeedRepository } from './feed.repository.js';

const HOUR = 3600;
const RECIPE = { kind: 'join', fileName: 'made.mp3' } as NewTask['recipe'];

describe('how long a file is kept', () => {
  let database: TestDatabase;
  let tasks: MergeTaskRepository;
  let feeds: FeedRepository;
  let retention: FeedRetention;

  beforeAll(async () => {
    database = await TestDatabase.open(process.env['DIPPER_TEST_DATABASE_URL'], [MergeTask]);
    const rows = database.source.getRepository(MergeTask);
    tasks = new MergeTaskRepository(rows, { FILE_RETENTION_SECONDS: HOUR });
    retention = new FeedRetention(database.source.manager);
    feeds = new FeedRepository(database.source.manager, retention);
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    await sql('DELETE FROM merge_task');
    await sql('DELETE FROM account');
    await sql(
      `INSERT INTO account (id, email, username, password_hash, profile)
       SELECT name, name || '@dipper.example', name, '', '{}' FROM unnest(ARRAY['a', 'b']) AS name`,
    );
    await tasks.start({
      ...{ taskId: 't', shareKey: 'key', recipe: RECIPE, sourceHost: null, steps: [] },
    });
    await finish();
  });

  const sql = (text: string): Promise<unknown> => database.source.query(text);
  const finish = async (): Promise<void> => {
    await tasks.claimNext({ workerId: 'w', runId: 'r' }, { kinds: ['join'], except: [] });
    const file = { fileId: 'made.mp3', fileBytes: 10, combinedBytes: 12, damage: [] };
    expect(await tasks.complete({ taskId: 't', runId: 'r' }, file)).toBe(true);
  };
  const add = (accountId: string, keptSeconds: number) =>
    feeds.add({ accountId, secret: accountId, hash: accountId }, null, {
      ...{ id: `item ${accountId}`, taskId: 't', title: '', author: '', url: 'https://a.example/' },
      ...{
        durationSeconds: null,
        fileName: 'made.mp3',
        type: 'audio/mpeg',
        bytes: 10,
        keptSeconds,
      },
    });
  const remove = (accountId: string) => feeds.remove(`item ${accountId}`, accountId);
  /** The seconds from the end of the run to the expiry, which do not depend on the clock. */
  const kept = async (): Promise<unknown> => {
    const [row] = (await sql(
      'SELECT extract(epoch FROM expires_at - finished_at)::int AS kept FROM merge_task',
    )) as { kept: number }[];
    return row?.kept;
  };
  const age = (hours: number): Promise<unknown> =>
    sql(
      `UPDATE merge_task SET finished_at = finished_at - interval '${hours} hours',
         expires_at = expires_at - interval '${hours} hours',
         ordinary_expires_at = ordinary_expires_at - interval '${hours} hours'`,
    );
  const isExpired = async (): Promise<unknown> =>
    sql('SELECT expires_at <= now() AS over FROM merge_task');

  it('is what the most generous feed says, and never less than usual', async () => {
    expect(await kept()).toBe(HOUR);
    await add('a', 1);
    expect(await kept()).toBe(HOUR);
    await add('a', 10 * HOUR);
    await add('b', 20 * HOUR);
    expect(await kept()).toBe(20 * HOUR);
    await add('a', 10 * HOUR);
    expect(await kept()).toBe(20 * HOUR);
    expect(await remove('b')).toBe(true);
    expect(await kept()).toBe(10 * HOUR);
    expect([await remove('b'), await remove('a')]).toEqual([false, true]);
    expect(await kept()).toBe(HOUR);
  });

  it('is over immediately when an old file leaves its last feed', async () => {
    await add('a', 10 * HOUR);
    await age(5);
    await retention.settleAll();
    expect(await kept()).toBe(10 * HOUR);
    await remove('a');
    expect(await isExpired()).toEqual([{ over: true }]);
    await add('a', 10 * HOUR);
    expect(await isExpired()).toEqual([{ over: true }]);
  });

  it('is as usual again after the account has been deleted', async () => {
    await add('a', 10 * HOUR);
    await sql(`DELETE FROM account WHERE id = 'a'`);
    await retention.settleAll();
    expect(await kept()).toBe(HOUR);
  });

  it('counts from the end of the latest run', async () => {
    await add('a', 10 * HOUR);
    await age(5);
    await tasks.failLostFile('made.mp3', 'FILE_LOST', 'why');
    await tasks.restart('t');
    await finish();
    expect(await kept()).toBe(HOUR);
    await retention.settleAll();
    expect(await kept()).toBe(10 * HOUR);
    await remove('a');
    expect(await kept()).toBe(HOUR);
  });
});
