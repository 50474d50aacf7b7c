import { API, isFinal } from '@dipper/contract';
import { pick, taskOf, TestClient } from '../harness/client.js';
import { rowsOf } from '../harness/database.js';
import { OwnServices } from '../harness/own-services.js';
import { READY, untilReports } from '../harness/readiness.js';
import { TestServer } from '../harness/server.js';
import { type Site, startSite } from '../harness/site.js';
import { waitUntil } from '../harness/wait-until.js';
import { Watcher } from '../harness/watcher.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

/**
 * A response that takes longer than this, in milliseconds, will never come; on a busy machine, it
 * may only be late. The server gives up on a frozen service after a few seconds.
 */
const ANSWER_MS = 45_000;
const GRACE_SECONDS = 5;

interface Answer {
  readonly path: string;
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: string;
  readonly ms: number;
}

let services: OwnServices;
let origin: Origin;
let site: Site;
let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  services = await OwnServices.start();
  origin = await startOrigin();
  site = await startSite(origin);
  const env = { SHUTDOWN_GRACE_SECONDS: String(GRACE_SECONDS) };
  server = await TestServer.start({ env });
  client = new TestClient(server);
});
afterEach(async () => {
  await services.thaw('postgres');
  await services.thaw('redis');
  await untilReports(server, READY);
});
afterAll(async () => {
  await server.stop();
  await Promise.all([services.stop(), origin.close(), site.close()]);
});

async function newTask(link: string): Promise<string> {
  return taskOf(pick(await client.search(link), ({ kind }) => kind === 'merge'));
}

async function runningTask(variant: string): Promise<string> {
  site.mood = 'slowly';
  const task = await newTask(site.manifest('webm', variant));
  await client.start(task);
  await client.waitFor(task, ({ progress }) => progress > 1);
  return task;
}

async function finishedTask(variant: string): Promise<string> {
  const task = await newTask(`${origin.url}/dash/webm.mpd?${variant}`);
  expect(await client.merge(task)).toMatchObject({ status: 'complete' });
  return task;
}

async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  const begun = performance.now();
  const response = await client.fetch(path, init);
  const body = await response.text();
  const { status, headers } = response;
  const ms = performance.now() - begun;
  return { path, status, retryAfter: headers.get('retry-after'), body, ms };
}

const post = (path: string, body: object): Promise<Answer> =>
  ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Sends one of every kind of request that visitors, players and load balancers send. */
function everything(finished: string, running: string, link: string): Promise<Answer[]> {
  return Promise.all([
    ...Array.from({ length: 14 }, () => ask(API.status(running))),
    ...Array.from({ length: 20 }, () => ask(API.ready)),
    ask(API.health),
    ask('/'),
    ask('/terms-of-service'),
    ask('/p/abcdefg'),
    ask(API.status('A'.repeat(43))),
    ask(API.file(finished)),
    ask(API.file(finished), { method: 'HEAD' }),
    ask(`${API.startMerge}?task_id=${running}`),
    ask(API.task('A'.repeat(43)), { method: 'DELETE' }),
    post(API.search, { tweet_url: link, browser_fingerprint: {}, user_consent: false }),
    post(API.login, { email: 'me@dipper.example', password: 'not a password' }),
  ]);
}

const slowest = (answers: readonly Answer[]): number => Math.max(...answers.map(({ ms }) => ms));
const of = (answers: readonly Answer[], path: string): Answer[] =>
  answers.filter((answer) => answer.path === path);

/**
 * Retries while the response is 503, as `Retry-After` requests. On a busy machine, a probe may fail
 * once more.
 */
function patiently<T>(ask: () => Promise<T>): Promise<T> {
  const look = () =>
    ask().catch((error: unknown) => {
      if (/\b503 \{/.test(String(error))) {
        return null;
      }
      throw error;
    });
  return waitUntil(look, 'an answer other than 503');
}

/** Ends the server with SIGTERM. @returns how long that took, in milliseconds */
async function endMs(): Promise<number> {
  const begun = performance.now();
  await server.kill('SIGTERM');
  return performance.now() - begun;
}

describe('a frozen database', () => {
  it('leaves no request without a response, and lets running tasks continue once it responds again', async () => {
    const finished = await finishedTask('frozen');
    const running = await runningTask('frozen');
    const link = `${origin.url}/dash/plain.mpd?frozen`;
    const whole = (await ask(API.file(finished))).body.length;

    await services.freeze('postgres');
    // The service freezes during the first round. By the second, the server has noticed.
    for (const round of [1, 2]) {
      const answers = await everything(finished, running, link);
      expect(slowest(answers)).toBeLessThan(ANSWER_MS);
      for (const { status, retryAfter } of of(answers, API.status(running))) {
        expect([round, status, Number(retryAfter) > 0]).toEqual([round, 503, true]);
      }
      for (const { status, body } of of(answers, API.ready)) {
        expect([status, JSON.parse(body)]).toMatchObject([503, { database: 'failing' }]);
      }
      expect(of(answers, API.health).map(({ status }) => status)).toEqual([200]);
      const pages = [...of(answers, '/'), ...of(answers, '/terms-of-service')];
      expect(pages.map(({ status }) => status)).toEqual([200, 200]);
      const files = of(answers, API.file(finished));
      expect(files.map(({ status }) => status)).toEqual([200, 200]);
      expect(files.map(({ body }) => body.length)).toEqual([whole, 0]);
      expect(answers.filter(({ status }) => status === 500)).toEqual([]);
    }

    await services.thaw('postgres');
    await untilReports(server, READY);
    site.mood = 'well';
    const end = await patiently(() => client.waitFor(running, ({ status }) => isFinal(status)));
    expect(end).toMatchObject({ status: 'complete', progress: 100 });
    // The task must still be in its first run.
    const rows = await rowsOf(
      server,
      `SELECT attempts FROM merge_task WHERE task_id = '${running}'`,
    );
    expect(rows).toEqual([{ attempts: 1 }]);
    expect(await patiently(() => finishedTask('thawed'))).not.toBe(finished);
  });
});

describe('a frozen Redis', () => {
  it('leaves no request without a response, and stops no task', async () => {
    const finished = await finishedTask('redis');
    const running = await runningTask('redis');
    const link = `${origin.url}/dash/plain.mpd?redis`;

    await services.freeze('redis');
    for (const round of [1, 2]) {
      const answers = await everything(finished, running, link);
      expect(slowest(answers)).toBeLessThan(ANSWER_MS);
      for (const { status } of of(answers, API.status(running))) {
        expect([round, status]).toEqual([round, 200]);
      }
      for (const { status, body } of of(answers, API.ready)) {
        expect([status, JSON.parse(body)]).toMatchObject([503, { queue: 'failing' }]);
      }
      expect(of(answers, API.file(finished)).map(({ status }) => status)).toEqual([200, 200]);
      expect(answers.filter(({ status }) => status === 500)).toEqual([]);
    }
    const page = await Watcher.connect(server);
    await page.watch(running);
    const late = await newTask(`${origin.url}/dash/webm.mpd?while-frozen`);
    expect((await client.start(late)).status).toBe('queued');
    site.mood = 'well';
    const end = await client.waitFor(running, ({ status }) => isFinal(status));
    expect(end).toMatchObject({ status: 'complete' });

    await services.thaw('redis');
    await untilReports(server, READY);
    expect(await client.waitFor(late, ({ status }) => isFinal(status))).toMatchObject({
      status: 'complete',
    });
    page.close();
  });
});

describe('a frozen database and a frozen Redis', () => {
  it('do not stop a shutdown, after which the next start continues the work', async () => {
    const running = await runningTask('ended');
    await Promise.all([services.freeze('postgres'), services.freeze('redis')]);
    expect(await endMs()).toBeLessThan(ANSWER_MS);
    await Promise.all([services.thaw('postgres'), services.thaw('redis')]);
    await server.run();
    site.mood = 'well';
    const end = await client.waitFor(running, ({ status }) => isFinal(status));
    expect(end).toMatchObject({ status: 'complete', progress: 100 });
  });
});
