import type { EntityManager } from 'typeorm';
import { TestDatabase } from '../../infra/testing/test-database.js';
import type { MergeTaskRepository } from '../task/merge-task.repository.js';
import { type ClaimedCallback, TaskCallbacks } from './task-callbacks.js';

const FAILED = { status: 503, error: null };
const AGAIN = { isDelivered: false, again: 60 };

describe('calls that are due', () => {
  let database: TestDatabase;
  let manager: EntityManager;
  let callbacks: TaskCallbacks;

  beforeAll(async () => {
    database = await TestDatabase.open(process.env['DIPPER_TEST_DATABASE_URL'], []);
    ({ manager } = database.source);
    callbacks = new TaskCallbacks(manager, {} as MergeTaskRepository);
    await manager.query(
      `INSERT INTO account (id, email, username, password_hash, profile)
       SELECT name, name || '@dipper.example', name, '', '{}' FROM unnest(ARRAY['a', 'b']) AS name`,
    );
  });
  afterAll(() => database.drop());
  beforeEach(() => manager.query('DELETE FROM task_callback'));

  /** Adds calls to the URLs of an account. The two accounts' calls are due alternately. */
  const add = (accountId: string, urls: readonly string[], attempts = 0) =>
    manager.query(
      `INSERT INTO task_callback
         (id, task_id, account_id, url, state, type, payload, attempts, ended_at, begun_at, due_at)
       SELECT $1 || at, 't' || at, $1, url, 'due', 'task.failed', '{}', $3, now(), now(),
         timestamptz '2026-01-01Z' + at * interval '1 second'
       FROM unnest($2::text[]) WITH ORDINALITY AS given (url, at)`,
      [accountId, urls, attempts],
    );
  const claim = () => callbacks.claim('run');
  const claimed = async () => (await claim()) as ClaimedCallback;

  it('are made at most two at a time for each account', async () => {
    await add('a', Array<string>(4).fill('https://r.example/'));
    await add('b', ['https://r.example/']);
    const first = await claimed();
    expect([first.id, (await claimed()).id, (await claimed()).id]).toEqual(['a1', 'b1', 'a2']);
    expect(await claim()).toBeNull();
    await callbacks.settle(first, { status: 200, error: null }, { isDelivered: true, again: null });
    expect((await claimed()).id).toBe('a3');
  });

  it('wait after a call to the same host has failed', async () => {
    await add('a', ['https://r.example/1', 'https://r.example/2', 'https://s.example/']);
    await add('b', ['https://r.example/']);
    await callbacks.settle(await claimed(), FAILED, AGAIN);
    expect([(await claimed()).id, (await claimed()).id]).toEqual(['b1', 'a3']);
    expect(await claim()).toBeNull();
  });

  it('are not retried if too many other calls have failed', async () => {
    await add('a', Array<string>(1001).fill('https://r.example/'), 1);
    await callbacks.settle(await claimed(), FAILED, AGAIN);
    const failed = `SELECT id FROM task_callback WHERE state = 'failed'`;
    expect(await manager.query(failed)).toEqual([{ id: 'a1' }]);
  });

  it('are removed beyond the newest 1,000 of an account once they have ended', async () => {
    await add('a', Array<string>(1005).fill('https://r.example/'));
    await add('b', ['https://r.example/']);
    await manager.query(
      `UPDATE task_callback SET created_at = due_at,
         state = CASE WHEN id IN ('a2', 'b1') THEN 'due' ELSE 'delivered' END`,
    );
    await callbacks.removeBeyond(3);
    const ids: { id: string }[] = await manager.query(
      `SELECT id FROM task_callback WHERE account_id = 'b' OR created_at <= $1 ORDER BY created_at`,
      ['2026-01-01T00:00:06Z'],
    );
    expect(ids.map(({ id }) => id)).toEqual(['b1', 'a2', 'a6']);
  });
});
