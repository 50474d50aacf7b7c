import { MERGE_EVENTS, type MergeStatus } from '@dipper/contract';
import type { JobQueue } from '../infra/queue/job-queue.port.js';
import { TestDatabase } from '../infra/testing/test-database.js';
import type { FinishedFiles } from './file/finished-files.js';
import { MergeEvents } from './merge-events.js';
import { MergeGateway } from './merge.gateway.js';
import { MergeService } from './merge.service.js';
import { MergeTask } from './task/merge-task.entity.js';
import { MergeTaskRepository } from './task/merge-task.repository.js';
import type { NewTask, RunKey } from './task/task-records.js';
import { ExpiredTasksRepository } from './task/expired-tasks.repository.js';
import { TaskQueueRepository } from './task/task-queue.repository.js';
import type { TaskRecipes } from './task/task-recipes.js';
import { WaitingLine } from './waiting-line.js';
import { joinRecipe } from '../make/testing/join-recipe.js';

const DAY_MS = 86_400_000;
const TASK: NewTask = {
  taskId: 'task',
  shareKey: 'key',
  sourceHost: null,
  steps: [],
  recipe: joinRecipe(),
};
const RUN: RunKey = { taskId: TASK.taskId, runId: 'run' };
const START = { host: 'dipper.example', acceptsDamage: false, visitor: 'v' };

describe('how a task ends', () => {
  let database: TestDatabase;
  let tasks: MergeTaskRepository;
  let service: MergeService;
  let gateway: MergeGateway;
  /**
   * `sent`: the messages that the task's room received. `ended`: the endings that listeners
   * received.
   */
  let sent: MergeStatus[];
  let ended: string[];

  const start = (): Promise<unknown> => service.start(TASK.taskId, START);
  const claim = (): Promise<unknown> =>
    tasks.claimNext({ workerId: 'w', runId: RUN.runId }, { kinds: ['join'], except: [] });
  const complete = (): Promise<boolean> =>
    tasks.complete(RUN, { fileId: 'f.mp4', fileBytes: 10, combinedBytes: 12, damage: [] });
  const fail = (): Promise<boolean> =>
    tasks.fail(RUN, {
      code: 'FILE_TOO_LARGE',
      message: 'why',
      values: { bytes: 4096 },
      damage: null,
    });
  const run = async (): Promise<void> => {
    await start();
    await claim();
  };
  const cancel = (): Promise<MergeStatus> => service.cancel(TASK.taskId, START.host);
  const before = (name: 'cancel' | 'cancelUnstarted', happen: () => Promise<unknown>): void => {
    const method: (task: never) => Promise<boolean> = tasks[name].bind(tasks);
    jest.spyOn(tasks, name).mockImplementationOnce(async (task: unknown) => {
      await happen();
      return method(task as never);
    });
  };
  const expireIn = (seconds: number): Promise<unknown> =>
    database.source.query(`UPDATE merge_task SET expires_at = now() + interval '${seconds} s'`);

  beforeAll(async () => {
    database = await TestDatabase.open(process.env['DIPPER_TEST_DATABASE_URL'], [MergeTask]);
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    await database.source.query('DELETE FROM merge_task');
    const rows = database.source.getRepository(MergeTask);
    const env = { FILE_RETENTION_SECONDS: 3600 };
    tasks = new MergeTaskRepository(rows, env);
    const queue = { add: () => Promise.resolve() } as unknown as JobQueue;
    const isTask = (id: string): boolean => id === TASK.taskId;
    const events = new MergeEvents();
    service = new MergeService(
      new WaitingLine(queue, new TaskQueueRepository(rows, env)),
      tasks,
      {
        of: (id: string) => Promise.resolve(isTask(id) ? TASK : null),
        isValid: (id: string) => Promise.resolve(isTask(id)),
      } as unknown as TaskRecipes,
      { checkExists: () => Promise.resolve(true) } as unknown as FinishedFiles,
      events,
    );
    [sent, ended] = [[], []];
    events.on('ended', ({ status }) => ended.push(status));
    gateway = new MergeGateway(service, events);
    const emit = (_: typeof MERGE_EVENTS.update, status: MergeStatus) => sent.push(status);
    Object.assign(gateway, { server: { to: () => ({ emit }) } });
    gateway.afterInit();
  });
  afterEach(() => jest.useRealTimers());

  describe('DELETE', () => {
    it.each<[when: string, happens: () => Promise<unknown>, end: Partial<MergeStatus>]>([
      ['before the task starts', () => Promise.resolve(), { status: 'cancelled' }],
      ['while the task waits', start, { status: 'cancelled' }],
      ['while the task runs', run, { status: 'cancelled' }],
      [
        'just after the task was completed',
        () => run().then(complete),
        { status: 'complete', progress: 100, error_code: null },
      ],
      [
        'while the task is being completed',
        () => run().then(() => before('cancel', complete)),
        { status: 'complete', progress: 100, error_code: null },
      ],
      [
        'after the task failed',
        () => run().then(fail),
        { status: 'error', error_code: 'FILE_TOO_LARGE', error_values: { bytes: 4096 } },
      ],
      [
        'while the task fails',
        () => run().then(() => before('cancel', fail)),
        { status: 'error', error_code: 'FILE_TOO_LARGE', error_values: { bytes: 4096 } },
      ],
      [
        'while another tab starts the task',
        () => Promise.resolve(before('cancelUnstarted', start)),
        { status: 'cancelled' },
      ],
      ['after another DELETE', () => run().then(cancel), { status: 'cancelled' }],
      [
        'while another process cancels the task',
        () => run().then(() => before('cancel', () => tasks.cancel(TASK.taskId))),
        { status: 'cancelled' },
      ],
    ])(
      'sends the requester and all watchers the same final status when it arrives %s',
      async (_, happens, end) => {
        await happens();
        const reply = await cancel();
        expect(reply).toMatchObject(end);
        expect(sent.at(-1)).toEqual(reply);
        expect(await service.status(TASK.taskId)).toMatchObject(end);
        // Whichever came too late has no effect.
        expect([await complete(), await fail()]).toEqual([false, false]);
      },
    );

    it('gives concurrent requests the same reply, and ends the task once', async () => {
      await run();
      const replies = await Promise.all(Array.from({ length: 10 }, cancel));
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set(['cancelled']));
      expect(ended).toEqual(['cancelled']);
    });

    it('does not end or announce a task that was restarted before the reply', async () => {
      await run();
      const cancelOnly = tasks.cancel.bind(tasks);
      jest.spyOn(tasks, 'cancel').mockImplementationOnce(async (id) => {
        const isCancelled = await cancelOnly(id);
        await start();
        return isCancelled;
      });
      expect((await cancel()).status).toBe('queued');
      expect([sent, ended]).toEqual([[], []]);
      expect((await cancel()).status).toBe('cancelled');
    });

    it.each([
      ['never existed', () => Promise.resolve('nothing')],
      [
        'has ended and was removed',
        async () => {
          await run();
          await complete();
          await expireIn(0);
          return TASK.taskId;
        },
      ],
    ])('responds with 404 for a task that %s, and announces nothing', async (_, prepare) => {
      await expect(service.cancel(await prepare(), START.host)).rejects.toMatchObject({
        code: 'TASK_UNKNOWN',
        status: 404,
      });
      expect(sent).toEqual([]);
    });
  });

  describe('expires_in_seconds', () => {
    const subscribe = () =>
      gateway.subscribe(
        { rooms: new Set(), join: () => undefined, leave: () => undefined, request: {} } as never,
        { task_id: TASK.taskId },
      ) as Promise<MergeStatus>;

    it.each([
      ['is right', 0],
      ['is a day ahead', DAY_MS],
      ['is a day behind', -DAY_MS],
    ])(
      'is calculated by the database for each reply, even when our clock %s',
      async (_, driftMs) => {
        await run();
        await complete();
        await expireIn(100);
        jest.useFakeTimers({ now: Date.now() + driftMs, advanceTimers: true });
        const told = [
          await service.status(TASK.taskId),
          await subscribe(),
          await cancel(),
          sent[0],
        ];
        await expireIn(50);
        told.push(await service.status(TASK.taskId));
        const left = told.map((status) => status?.expires_in_seconds ?? NaN);
        for (const seconds of left.slice(0, 4)) {
          expect(seconds).toBeGreaterThan(50);
          expect(seconds).toBeLessThanOrEqual(100);
        }
        expect(left[4]).toBeLessThanOrEqual(50);
      },
    );

    it('is sent with the end of a task that shares an existing file', async () => {
      await tasks.start({ ...TASK, taskId: 'twin' });
      await claim();
      await tasks.complete(
        { ...RUN, taskId: 'twin' },
        { fileId: 'f.mp4', fileBytes: 10, combinedBytes: 12, damage: [] },
      );
      await start();
      expect(sent.map(({ status }) => status)).toEqual(['complete']);
      expect(sent[0]?.expires_in_seconds).toBeGreaterThan(0);
    });

    it.each([0, -1, -DAY_MS])(
      'removes the task at %d s, and reports no negative time',
      async (left) => {
        await run();
        await complete();
        await expireIn(left);
        await expect(service.status(TASK.taskId)).rejects.toMatchObject({ code: 'TASK_UNKNOWN' });
        expect(await subscribe()).toMatchObject({ code: 'TASK_UNKNOWN' });
        expect((await tasks.find(TASK.taskId))?.expiresInSeconds).toBe(0);
      },
    );

    it('is null without a file', async () => {
      await run();
      const running = await service.status(TASK.taskId);
      await fail();
      const failed = await service.status(TASK.taskId);
      expect([running, failed].map((status) => status.expires_in_seconds)).toEqual([null, null]);
    });
  });

  it('is forgotten, with its error values, when the task restarts or expires', async () => {
    await run();
    await fail();
    await start();
    expect(await service.status(TASK.taskId)).toMatchObject({
      status: 'queued',
      error_code: null,
      error_values: null,
    });
    await claim();
    await fail();
    expect((await tasks.find(TASK.taskId))?.errorValues).toEqual({ bytes: 4096 });
    await expireIn(-1);
    await new ExpiredTasksRepository(database.source.getRepository(MergeTask)).forgetExpired();
    expect((await tasks.find(TASK.taskId))?.errorValues).toBeNull();
  });
});
