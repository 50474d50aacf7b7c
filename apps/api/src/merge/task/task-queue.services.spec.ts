import { TestDatabase } from '../../infra/testing/test-database.js';
import { MergeTask } from './merge-task.entity.js';
import { MergeTaskRepository } from './merge-task.repository.js';
import type { ClaimLimits, NewTask } from './task-records.js';
import { WAITING } from './queue.sql.js';
import { TaskQueueRepository } from './task-queue.repository.js';
import { joinRecipe } from '../../make/testing/join-recipe.js';

const ENV = { FILE_RETENTION_SECONDS: 3600 };

/**
 * Returns a function that generates integers from 0 up to, but not including, `limit` (mulberry32).
 * Equal seeds give equal sequences.
 */
function seeded(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

describe('the line of waiting tasks', () => {
  let database: TestDatabase;
  let tasks: MergeTaskRepository;
  let line: TaskQueueRepository;
  let made = 0;

  const sql = <T = unknown>(text: string): Promise<T[]> => database.source.query(text);
  const newTask = (name: string, sourceHost: string | null = null): NewTask => ({
    taskId: name,
    shareKey: `key ${(made += 1)}`,
    sourceHost,
    steps: [],
    recipe: joinRecipe(),
  });
  const start = (name: string, visitor: string | null, host: string | null = null) =>
    tasks.start(newTask(name, host), false, visitor);
  const claim = async (limits: Partial<ClaimLimits> = {}): Promise<string | null> => {
    const key = { workerId: 'w', runId: `run ${(made += 1)}` };
    return (await tasks.claimNext(key, { kinds: ['join'], except: [], ...limits }))?.taskId ?? null;
  };
  const claimAll = async (): Promise<string[]> => {
    const order: string[] = [];
    for (let next = await claim(); next !== null; next = await claim()) {
      order.push(next);
    }
    return order;
  };
  const placesInOrder = async (): Promise<string[]> =>
    (await line.places()).sort((a, b) => a.place - b.place).map(({ taskId }) => taskId);

  beforeAll(async () => {
    database = await TestDatabase.open(process.env['DIPPER_TEST_DATABASE_URL'], [MergeTask]);
    const rows = database.source.getRepository(MergeTask);
    tasks = new MergeTaskRepository(rows, ENV);
    line = new TaskQueueRepository(rows, ENV);
  });
  afterAll(() => database.drop());
  beforeEach(() => sql('DELETE FROM merge_task'));

  it.each<[what: string, started: [string, string | null, string?][], order: string[]]>([
    [
      'the oldest task first when visitors are unknown',
      [
        ['a', null],
        ['b', null],
      ],
      ['a', 'b'],
    ],
    [
      "a visitor's second task only after the first tasks of other visitors",
      [
        ['a1', 'A'],
        ['a2', 'A'],
        ['a3', 'A'],
        ['b1', 'B'],
        ['c1', 'C'],
        ['b2', 'B'],
      ],
      ['a1', 'b1', 'c1', 'a2', 'b2', 'a3'],
    ],
    [
      'hosts in turn when visitors have the same turn',
      [
        ['a', 'A', 's'],
        ['b', 'B', 's'],
        ['c', 'C', 's'],
        ['d', 'D', 'f'],
        ['e', 'E', 'f'],
      ],
      ['a', 'd', 'b', 'e', 'c'],
    ],
    [
      'visitors in turn before hosts',
      [
        ['a1', 'A', 'x'],
        ['a2', 'A', 'y'],
        ['b1', 'B', 'x'],
        ['c1', 'C', 'x'],
      ],
      ['a1', 'b1', 'c1', 'a2'],
    ],
  ])('takes %s', async (_, started, order) => {
    for (const [name, visitor, host] of started) {
      await start(name, visitor, host ?? null);
    }
    expect(await placesInOrder()).toEqual(order);
    expect(await claimAll()).toEqual(order);
  });

  it('is counted for operators, with the age of its oldest task', async () => {
    expect(await line.state()).toEqual({ tasks: 0, oldestSeconds: 0 });
    await start('first', 'A');
    await start('second', 'B');
    await sql(
      `UPDATE merge_task SET queued_at = now() - interval '1 hour' WHERE task_id = 'first'`,
    );
    const { tasks: count, oldestSeconds } = await line.state();
    expect([count, Math.round(oldestSeconds / 60)]).toEqual([2, 60]);
    const key = { workerId: 'w', runId: 'a run' };
    const claimed = await tasks.claimNext(key, { kinds: ['join'], except: [] });
    expect([claimed?.taskId, Math.round((claimed?.waitedSeconds ?? 0) / 60)]).toEqual([
      'first',
      60,
    ]);
    expect((await line.state()).tasks).toBe(1);
  });

  it("takes a visitor's first task before the next task of a visitor who has forty, some of them running", async () => {
    for (let at = 0; at < 40; at += 1) {
      await start(`a${at}`, 'A');
    }
    expect([await claim(), await claim()]).toEqual(['a0', 'a1']);
    await start('b', 'B');
    expect((await line.places()).find(({ taskId }) => taskId === 'b')?.place).toBe(1);
    expect(await claim()).toBe('b');
  });

  it("takes running tasks per host into account, after the visitor's own tasks", async () => {
    await start('a', 'A', 'slow');
    await claim();
    await start('b', 'B', 'slow');
    await start('c', 'C', 'fast');
    expect(await claimAll()).toEqual(['c', 'b']);
  });

  it.each([1, 2, 3, 4, 5, 6])(
    'shows places in the order in which tasks are taken (seed %i)',
    async (seed) => {
      const random = seeded(seed);
      const name = (letters: string): string | null =>
        random(5) === 0 ? null : `${letters}${random(4)}`;
      for (let at = 0; at < 40; at += 1) {
        await start(`t${random(1000)}-${at}`, name('visitor'), name('host'));
        const act = random(6);
        if (act === 0) {
          await claim();
        } else if (act === 1) {
          await sql(`UPDATE merge_task SET lease_until = now() - interval '1 second'
          WHERE task_id = (SELECT task_id FROM merge_task WHERE status = 'processing' LIMIT 1)`);
        } else if (act === 2) {
          await sql(`UPDATE merge_task SET status = 'complete'
          WHERE task_id = (SELECT task_id FROM merge_task WHERE status = 'processing' LIMIT 1)`);
        }
      }
      // Taking a task keeps the order of the others and moves those behind it up by one.
      for (let shown = await line.places(); shown.length > 0;) {
        const taken = await claim();
        const after = await line.places();
        expect(after).toEqual(
          shown
            .filter(({ taskId }) => taskId !== taken)
            .map((one) => ({ ...one, place: one.place - 1 })),
        );
        if (shown[0]?.place === 1) {
          expect(taken).toBe(shown[0].taskId);
        }
        shown = after;
      }
    },
  );

  it('gives concurrent workers different tasks, which together are the first ones', async () => {
    for (let at = 0; at < 30; at += 1) {
      await start(`t${at}`, `visitor ${at % 3}`);
    }
    const first = (await placesInOrder()).slice(0, 8);
    const taken = await Promise.all(Array.from({ length: 8 }, () => claim()));
    expect([...taken].sort()).toEqual([...first].sort());
  });

  it('skips visitors and hosts that have used up their share of a worker', async () => {
    await start('a', 'A', 'x');
    await start('b', 'B', 'y');
    await start('c', null, null);
    expect(await claim({ exceptVisitors: ['A'], exceptHosts: ['y'] })).toBe('c');
    expect(await claim({ exceptVisitors: ['A', 'B'] })).toBeNull();
    expect(await claim({ exceptHosts: ['x'] })).toBe('b');
  });

  it('limits how many tasks may wait, per visitor and in total', async () => {
    for (let at = 0; at < WAITING.ofVisitor; at += 1) {
      expect((await start(`a${at}`, 'A'))?.status).toBe('queued');
    }
    expect(await start('one more', 'A')).toBeNull();
    expect(await tasks.find('one more')).toBeNull();
    expect(await line.countWaiting('A')).toEqual({
      own: WAITING.ofVisitor,
      all: WAITING.ofVisitor,
    });
    // A waiting task can be requested again, and tasks of other visitors are admitted.
    expect((await start('a3', 'A'))?.status).toBe('queued');
    expect((await start('b', 'B'))?.status).toBe('queued');
    await tasks.cancel('b');
    await sql(`INSERT INTO merge_task (task_id, share_key, recipe, status)
      SELECT 'x' || n, '', '{}', 'queued' FROM generate_series(1, ${WAITING.inAll}) AS n`);
    expect(await start('c', 'C')).toBeNull();
    expect(await tasks.restart('b', false, 'B')).toBeNull();
    expect(await line.countWaiting('C')).toEqual({ own: 0, all: WAITING.inAll });
  });

  it('immediately completes a task whose file exists, however many tasks are waiting', async () => {
    await start('made', null);
    await claim();
    await sql(`UPDATE merge_task SET status = 'complete', file_id = 'f', share_key = 'same',
      expires_at = now() + interval '1 hour'`);
    await sql(`INSERT INTO merge_task (task_id, share_key, recipe, status)
      SELECT 'x' || n, '', '{}', 'queued' FROM generate_series(1, ${WAITING.inAll}) AS n`);
    const started = await tasks.start({ ...newTask('twin'), shareKey: 'same' }, false, 'A');
    expect(started?.status).toBe('complete');
  });

  it.each(['complete', 'error', 'cancelled', 'abandoned'])(
    'does not keep the visitor of a task that has ended: %s',
    async (end) => {
      await start('a', 'A');
      const visitor = () => sql<{ visitor: string | null }>('SELECT visitor FROM merge_task');
      expect(await visitor()).toEqual([{ visitor: 'A' }]);
      if (end === 'abandoned') {
        await sql(`UPDATE merge_task SET asked_at = now() - interval '16 minutes'`);
        await line.endAbandoned({ bytesPerSecond: 1, secondsLeft: 1 });
      } else if (end === 'cancelled') {
        await tasks.cancel('a');
      } else {
        await tasks.claimNext({ workerId: 'w', runId: 'r' }, { kinds: ['join'], except: [] });
        const key = { taskId: 'a', runId: 'r' };
        await (end === 'error'
          ? tasks.fail(key, { code: 'SOURCE_FAILED', message: 'why', values: null, damage: null })
          : tasks.complete(key, { fileId: 'f', fileBytes: 1, combinedBytes: 1, damage: [] }));
      }
      expect(await visitor()).toEqual([{ visitor: null }]);
    },
  );

  it.each<[what: string, row: string, ends: boolean]>([
    ['waits', `status = 'queued'`, true],
    ['runs slowly', `status = 'processing', stage = 'video', speed = 99`, true],
    ['makes no progress', `status = 'processing', stage = 'audio', speed = 0`, true],
    [
      'is far from finished',
      `status = 'processing', stage = 'video', speed = 200, eta_seconds = 61`,
      true,
    ],
    [
      'is nearly finished',
      `status = 'processing', stage = 'video', speed = 200, eta_seconds = 60`,
      false,
    ],
    ['has no speed yet', `status = 'processing', stage = 'video', speed = NULL`, false],
    ['is being joined', `status = 'processing', stage = 'merging', speed = NULL`, false],
    ['is complete', `status = 'complete'`, false],
  ])(
    'cancels a task whose status was not requested for 15 minutes, if it %s: %s',
    async (_, row, ends) => {
      const slow = { bytesPerSecond: 100, secondsLeft: 60 };
      await start('a', 'A');
      await sql(`UPDATE merge_task SET ${row}, asked_at = now() - interval '14 minutes'`);
      expect(await line.endAbandoned(slow)).toEqual([]);
      await sql(`UPDATE merge_task SET asked_at = now() - interval '15 minutes'`);
      expect(await line.endAbandoned(slow)).toEqual(ends ? ['a'] : []);
      expect((await tasks.find('a'))?.status === 'cancelled').toBe(ends);
    },
  );

  it('does not cancel a task without viewers while its end is to be reported to a URL', async () => {
    await start('a', 'A');
    await sql(`INSERT INTO account (id, email, username, password_hash, profile)
      VALUES ('someone', 'someone@dipper.example', '', '', '{}')`);
    await sql(`INSERT INTO task_callback (id, task_id, account_id, url)
      VALUES ('msg_a', 'a', 'someone', 'https://receiver.example/')`);
    await sql(`UPDATE merge_task SET asked_at = now() - interval '1 hour'`);
    const slow = { bytesPerSecond: 100, secondsLeft: 60 };
    expect(await line.endAbandoned(slow)).toEqual([]);
    await sql(`DELETE FROM account`);
    expect(await line.endAbandoned(slow)).toEqual(['a']);
  });

  it('records requests for the status at most once a minute', async () => {
    await start('a', 'A');
    const asked = () => sql<{ asked_at: Date }>('SELECT asked_at FROM merge_task');
    await sql(`UPDATE merge_task SET asked_at = now() - interval '30 seconds'`);
    const recent = await asked();
    expect((await tasks.find('a'))?.askedLongAgo).toBe(false);
    await line.noteViewers(['a']);
    expect(await asked()).toEqual(recent);
    await sql(`UPDATE merge_task SET asked_at = now() - interval '61 seconds'`);
    const longAgo = await asked();
    expect((await tasks.find('a'))?.askedLongAgo).toBe(true);
    await line.noteViewers(['a', 'unknown']);
    expect(await asked()).not.toEqual(longAgo);
  });
});
