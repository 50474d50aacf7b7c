import { randomUUID } from 'node:crypto';
import { beforeAllPatientRedis } from '../../infra/testing/patient-redis.js';
import { waitUntil } from '../../infra/testing/wait-until.js';
import { MergeEvents } from '../merge-events.js';
import { mergeTask } from '../testing/merge-task.js';
import { KnownFiles } from './known-files.js';

beforeAllPatientRedis();

const env = { REDIS_URL: process.env['DIPPER_TEST_REDIS_URL'] ?? '' };

it.each([
  ['a file', new Date('2026-11-21T00:00:00Z')],
  ['a file without the time when it was made', null],
])('one process finds %s that another process has recorded', async (_, finishedAt) => {
  const tasks = { find: () => Promise.resolve(null) };
  const [one, two] = [1, 2].map(() => new KnownFiles(env, new MergeEvents(), tasks));
  try {
    const file = { fileId: 'file', fileBytes: 5_000_000_000, fileName: 'f.mp4', finishedAt };
    // Until Redis is connected, each process knows only its own files.
    let found: unknown = null;
    await waitUntil(async () => {
      const taskId = randomUUID();
      one?.note(mergeTask({ ...file, taskId, expiresInSeconds: 60 }));
      found = (await two?.find(taskId)) ?? null;
      return found !== null;
    }, 'the file of the other process');
    expect(found).toEqual(file);
    expect(await two?.find(randomUUID())).toBeNull();
  } finally {
    [one, two].forEach((files) => files?.onApplicationShutdown());
  }
});
