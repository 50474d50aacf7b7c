import { MESSAGES } from '@dipper/contract';
import type { Page } from 'playwright-core';
import { TestClient } from '../harness/client.js';
import { rowsOf } from '../harness/database.js';
import { waitUntil } from '../harness/wait-until.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';
import type { Gate } from './gate.js';
import {
  alertWith,
  downloadButton,
  handOut,
  runUntil,
  startElsewhere,
  starts,
  untilProgress,
} from './preview-visit.js';
import { setStage } from './stage.js';
import { neverFalls, type WatchedPage } from './watched-page.js';

const stage = setStage({ MERGE_CONCURRENCY: '1' });
/** Runs at slow sources that one slot lets begin: eight gave it away, and one has it (work-slots.ts). */
const ALL_BUSY = 9;
let gate: Gate;
/** A host of its own: no more than six runs at one are begun. */
let another: Origin;

beforeAll(async () => {
  [gate, another] = await Promise.all([stage.openGate(), startOrigin()]);
});
afterAll(() => another.close());
afterEach(async () => {
  gate.refusesSockets = false;
  gate.fate = () => null;
  // What a test leaves unfinished would stand in the way of the next one, which there is one slot for.
  await cancelAll([...(await tasksThat('queued')), ...(await tasksThat('processing'))]);
});

/** What a page meets on a network that fails it. */
const LOST = [/WebSocket connection to .* failed/, /^GET \/(?:api|socket\.io)\/.*: (?:50\d|net::)/];

/** Opens the page of a merge that lasts until the site serves well. @param name makes it one of its own. */
async function beginMerge(name: string): Promise<WatchedPage & { readonly task: string }> {
  stage.site.mood = 'slowly';
  const { path, task } = await handOut(stage, stage.site.manifest('plain', name));
  // What moves while something happens is drawn by the processor, for as long as it takes.
  const watched = await stage.newPage({ reducedMotion: 'reduce' });
  await watched.page.clock.install();
  await watched.page.goto(gate.url + path);
  return Object.assign(watched, { task });
}

async function finish(watched: WatchedPage): Promise<void> {
  stage.site.mood = 'well';
  await downloadButton(watched.page).waitFor();
  expect(neverFalls(await watched.progress())).toBe(true);
}

/** The tasks that are open in this way. */
const tasksThat = async (status: 'queued' | 'processing'): Promise<string[]> => {
  const sql = `SELECT task_id FROM merge_task WHERE status = '${status}'`;
  return (await rowsOf<{ task_id: string }>(stage.server, sql)).map(({ task_id }) => task_id);
};

const cancelAll = async (tasks: readonly string[]): Promise<void> => {
  const client = new TestClient(stage.server);
  await Promise.all(tasks.map((task) => client.cancel(task)));
};

const attemptsAt = async (task: string): Promise<number | undefined> => {
  const sql = `SELECT attempts FROM merge_task WHERE task_id = '${task}'`;
  return (await rowsOf<{ attempts: number }>(stage.server, sql))[0]?.attempts;
};

/** The page of a source that fails, until it says so. */
async function openFailing(manifest: string): Promise<Page> {
  const { path } = await handOut(stage, `${stage.origin.url}/dash/${manifest}`);
  const { page } = await stage.newPage();
  await page.goto(gate.url + path);
  await alertWith(page, MESSAGES.merge.processingFailed).waitFor();
  return page;
}

describe('a merge', () => {
  it(
    'goes on by polling where a proxy refuses sockets',
    stage.shown(async () => {
      gate.refusesSockets = true;
      stage.expectProblems(/WebSocket connection to .* failed: .*403/);
      stage.allowProblems(...LOST);
      const watched = await beginMerge('polling');
      await runUntil(watched.page, () => watched.polls.length > 1, 1000);
      await untilProgress(watched, 1);
      stage.site.mood = 'well';
      await runUntil(watched.page, () => downloadButton(watched.page).isVisible(), 1000);
      expect(neverFalls(await watched.progress())).toBe(true);
      expect(watched.isUp).toBe(false);
      expect(starts(watched)).toBe(1);
    }),
  );

  it(
    'whose socket is dropped midway goes on by polling, and by socket again once it can',
    stage.shown(async () => {
      stage.allowProblems(...LOST);
      const watched = await beginMerge('dropped');
      await waitUntil(() => watched.isUp, 'the acknowledgement of the subscription');
      await untilProgress(watched, 1);
      expect(watched.polls).toEqual([]);
      gate.refusesSockets = true;
      gate.dropSockets();
      await waitUntil(() => watched.polls.length > 0, 'a status poll');
      gate.refusesSockets = false;
      await waitUntil(() => watched.isUp, 'the next acknowledgement');
      await finish(watched);
    }),
  );

  it(
    'whose server is killed midway goes on when that is back, from what it had',
    stage.shown(async () => {
      stage.allowProblems(...LOST);
      const watched = await beginMerge('killed');
      const before = (await untilProgress(watched, 3)).at(-1) ?? 100;
      await stage.server.kill('SIGKILL');
      // However long the server takes to come back, the page asks in vain only a few times.
      const { clock } = watched.page;
      await clock.pauseAt(await watched.page.evaluate(() => Date.now() + 1000));
      await clock.runFor(2000);
      await stage.server.run();
      await clock.resume();
      await finish(watched);
      expect((await watched.progress()).filter((value) => value < before).length).toBeGreaterThan(
        0,
      );
      expect(starts(watched)).toBe(1);
      const seconds = await watched.page.locator('video').evaluate(
        (video: HTMLVideoElement) =>
          new Promise<number>((resolve) => {
            video.addEventListener('loadedmetadata', () => resolve(video.duration));
            if (video.readyState > 0) {
              resolve(video.duration);
            }
          }),
      );
      expect(Math.round(seconds)).toBe(stage.origin.seconds);
    }),
  );

  it(
    'whose server is gone for good is given up after five errors, and can be tried again',
    stage.shown(async () => {
      stage.allowProblems(...LOST);
      const watched = await beginMerge('gone');
      const { page } = watched;
      await untilProgress(watched, 1);
      await stage.server.kill('SIGKILL');
      await runUntil(
        page,
        () => alertWith(page, MESSAGES.merge.processingFailed).isVisible(),
        1000,
      );
      const reason = 'HTTP 502: Bad Gateway';
      const text = MESSAGES.merge.tooManyErrors.replace('{{reason}}', reason);
      expect(await page.getByRole('alert').innerText()).toContain(text);
      await stage.server.run();
      await page.getByRole('button', { name: 'Try again' }).click();
      stage.site.mood = 'well';
      await downloadButton(page).waitFor();
    }),
  );

  it(
    'says at once that there is no connection, and catches up when it is back',
    stage.shown(async () => {
      stage.allowProblems(...LOST, /INTERNET_DISCONNECTED/);
      const watched = await beginMerge('offline');
      const { page } = watched;
      await untilProgress(watched, 1);
      await page.context().setOffline(true);
      await page.getByText('No connection. It goes on being made').first().waitFor();
      stage.site.mood = 'well';
      const client = new TestClient(stage.server);
      await client.waitFor(watched.task, ({ status }) => status === 'complete');
      await page.context().setOffline(false);
      await finish(watched);
    }),
  );

  it(
    'that stands still is given up after sixty polls',
    stage.shown(async () => {
      const { path, task } = await handOut(stage, `${stage.origin.url}/dash/stall.mpd?once`);
      const watched = await stage.newPage();
      const { page } = watched;
      await page.clock.install();
      await page.goto(gate.url + path);
      await untilProgress(watched, 1);
      await runUntil(page, () => alertWith(page, MESSAGES.merge.timedOut).isVisible(), 5000);
      expect(watched.polls.length).toBeGreaterThanOrEqual(60);
      await new TestClient(stage.server).cancel(task);
    }),
  );

  it(
    'waits in line, says its place, and begins when those before it have gone',
    stage.shown(async () => {
      const hosts = [stage.origin, another];
      // Each gives its slot away to the next, until no more may be away: the last keeps it.
      for (const at of Array(ALL_BUSY).keys()) {
        const link = `${hosts[at % hosts.length]?.url}/dash/slow.mpd?rate=2000&line=${at}`;
        const { task } = await handOut(stage, link);
        await startElsewhere(stage, task, at + 1);
      }
      await waitUntil(
        async () => (await tasksThat('processing')).length === ALL_BUSY,
        'all slots to be taken',
      );
      const watched = await beginMerge('line');
      await watched.page.getByText('Waiting in line').first().waitFor();
      await watched.page
        .getByText(/in line|ahead of you/)
        .nth(1)
        .waitFor();
      expect(await tasksThat('queued')).toEqual([watched.task]);
      await cancelAll(await tasksThat('processing'));
      await untilProgress(watched, 1);
      await finish(watched);
    }),
  );

  it(
    'is one for two tabs, for a reload, and for the way back and forward',
    stage.shown(async () => {
      // A visit that ends at once ends its socket, too.
      stage.allowProblems(/WebSocket is closed before the connection is established/);
      const first = await beginMerge('tabs');
      const { page, task } = first;
      await untilProgress(first, 1);
      const second = await page.context().newPage();
      await second.goto(page.url());
      await page.getByRole('link', { name: 'Back to the downloader' }).first().click();
      await page.waitForURL(`${gate.url}/`);
      await page.goBack();
      await page.getByRole('progressbar').waitFor();
      stage.site.mood = 'well';
      await downloadButton(page).waitFor();
      // Once for each visit at most, and the server has begun once.
      expect(starts(first)).toBeLessThanOrEqual(2);
      await downloadButton(second).waitFor();
      await second.reload();
      await downloadButton(second).waitFor();
      expect(await attemptsAt(task)).toBe(1);
    }),
  );

  it(
    'that was cancelled in one tab is over in the other',
    stage.shown(async () => {
      const { page } = await beginMerge('cancelled');
      await page.getByRole('progressbar').waitFor();
      const second = await page.context().newPage();
      await second.goto(page.url());
      await second.getByRole('button', { name: 'Cancel' }).click();
      for (const tab of [second, page]) {
        await tab.getByRole('heading', { name: 'Cancelled' }).waitFor();
        await tab.waitForFunction(() => document.title.startsWith('Cancelled |'));
      }
    }),
  );
});

describe('a merge without a file', () => {
  it.each([
    ['whose format is gone says so, with the tip', 'refuse.mpd?code=404', MESSAGES.merge.tip],
    [
      'whose source is cut off says so',
      'cut-norange.mpd?after=100000',
      'The connection to the source failed or dropped',
    ],
  ])(
    '%s',
    stage.shown(async (_, manifest, words) => {
      const page = await openFailing(manifest);
      expect(await page.getByRole('alert').innerText()).toContain(words);
      expect(await page.title()).toMatch(/^Processing Failed \|/);
    }),
  );

  it(
    'that nobody knows says so, in the words of the server',
    stage.shown(async () => {
      stage.expectProblems(/start-merge: 404/, /^HEAD .*: 404/);
      const { page } = await stage.newPage();
      await page.goto(
        `${gate.url}/preview?task_id=AAAAAAAAAAAAAAAAAAAAAAAA&video_format_id=1&audio_format_id=2`,
      );
      await alertWith(page, "We couldn't find this download").waitFor();
    }),
  );

  it(
    'that a portal answers for the server could not be started',
    stage.shown(async () => {
      gate.fate = (_, path) => (path.endsWith('/start-merge') ? 'portal' : null);
      const { page } = await beginMerge('portal');
      await alertWith(page, MESSAGES.merge.startFailed).waitFor();
    }),
  );

  it(
    'that the server has forgotten, and its file, says that it is no longer available',
    stage.shown(async () => {
      gate.refusesSockets = true;
      stage.allowProblems(...LOST, /: 404$/, /: 410$/, /: 403/);
      const watched = await beginMerge('forgotten');
      await untilProgress(watched, 1);
      const sql = 'DELETE FROM merge_task; DELETE FROM extraction';
      await rowsOf(stage.server, sql);
      const gone = alertWith(watched.page, MESSAGES.merge.fileGone);
      await runUntil(watched.page, () => gone.isVisible(), 1000);
    }),
  );

  it(
    'whose status is not found although its file is there has its file',
    stage.shown(async () => {
      gate.refusesSockets = true;
      stage.allowProblems(...LOST, /: 404$/, /: 403/);
      const { path, task } = await handOut(stage, stage.site.manifest('plain', 'found'));
      await new TestClient(stage.server).merge(task);
      gate.fate = (_, asked) => (asked.includes('/status/') ? 404 : null);
      const { page } = await stage.newPage();
      await page.clock.install();
      await page.goto(gate.url + path);
      await runUntil(page, () => downloadButton(page).isVisible(), 1000);
      await page.getByRole('timer').waitFor();
    }),
  );
});
