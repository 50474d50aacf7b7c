import {
  ERRORS,
  isFinal,
  type MergeStatus,
  mergeStatusSchema,
  startMergePath,
  STATUS_MESSAGES,
} from '@dipper/contract';
import { pick, taskOf, TestClient } from '../harness/client.js';
import { TestServer } from '../harness/server.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

let origin: Origin;
let server: TestServer;
let client: TestClient;
let pages = 0;

beforeAll(async () => {
  [origin, server] = await Promise.all([startOrigin(), TestServer.shared()]);
  client = new TestClient(server);
});
afterAll(async () => {
  await Promise.all([server.stop(), origin.close()]);
});

/** Makes a task for the damaged video of a page. Each `page` gets a different task. */
async function newTask(page: string): Promise<string> {
  const info = await client.search(`${origin.url}/dash/damaged.mpd?${page}`);
  return taskOf(pick(info, ({ kind }) => kind === 'merge'));
}
const newPage = (): string => `page=${(pages += 1)}`;

async function takeAnyway(taskId: string): Promise<MergeStatus> {
  expect((await client.fetch(startMergePath(taskId, true))).status).toBe(200);
  return client.waitFor(taskId, ({ status }) => isFinal(status));
}

describe('a source that is damaged at every fetch', () => {
  const page = newPage();
  let taken: MergeStatus;

  it('fails with the damaged spans until a visitor accepts them, and keeps reporting them', async () => {
    const task = await newTask(page);
    const refused = await client.merge(task);
    expect(refused).toMatchObject({ status: 'error', error_code: 'SOURCE_DAMAGED' });
    // The damage is in the middle of the 12 s, and groups of pictures last at most 4 s.
    const [span] = refused.damage ?? [];
    expect(span?.from_seconds).toBeGreaterThan(2);
    expect(span?.to_seconds).toBeLessThan(10);
    expect(refused.message).toBe(ERRORS.SOURCE_DAMAGED.message);

    taken = await takeAnyway(task);
    expect(taken).toMatchObject({ status: 'complete', damage: refused.damage, error_code: null });
    expect(taken.message).toBe(STATUS_MESSAGES.damaged);
    const file = await client.fetch(`/api/download/file/${task}`);
    expect((await file.arrayBuffer()).byteLength).toBe(taken.actual_sizes.final_file);
    // As with any finished task, starting it again changes nothing.
    expect((await client.start(task)).status).toBe('complete');
    expect((await client.status(task)).damage).toEqual(refused.damage);
  });

  it('is shared only among visitors who accept the damage', async () => {
    const [second, third] = [await newTask(`${page}&`), await newTask(`${page}&&`)];
    origin.forget();
    expect(await takeAnyway(second)).toMatchObject({ status: 'complete', damage: taken.damage });
    expect(origin.requests.filter(({ path }) => path.startsWith('/damaged/'))).toEqual([]);
    expect(await client.merge(third)).toMatchObject({ status: 'error', damage: taken.damage });
  });
});

it('the `anyway` parameter accepts only the value 1', async () => {
  const task = await newTask(newPage());
  expect(await client.refused(`${startMergePath(task)}&anyway=yes`)).toMatchObject({
    status: 400,
    code: 'INVALID_REQUEST',
  });
  expect(mergeStatusSchema.parse(await client.status(task)).status).toBe('prepared');
});
