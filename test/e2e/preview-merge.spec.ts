import { MESSAGES } from '@dipper/contract';
import { TestClient } from '../harness/client.js';
import { rowsOf } from '../harness/database.js';
import { waitUntil } from '../harness/wait-until.js';
import type { Gate } from './gate.js';
import {
  alertWith,
  downloadButton,
  handOut,
  pauseClock,
  runUntil,
  starts,
  untilProgress,
} from './preview-visit.js';
import { comesTrue, setStage } from './stage.js';
import { neverFalls, type WatchedPage } from './watched-page.js';

const stage = setStage({ env: { MERGE_CONCURRENCY: '1' } });
/** How many runs one visitor may have at the same time per slot (work-slots.ts). */
const ONE_VISITORS_SHARE = 6;
let gate: Gate;

beforeAll(async () => {
  gate = await stage.openGate();
});
afterEach(async () => {
  gate.refusesSockets = false;
  gate.fate = () => null;
  // There is only one slot, so an unfinished merge would block the next test.
  await cancelAll([...(await tasksThat('queued')), ...(await tasksThat('processing'))]);
});

const LOST = [/WebSocket connection to .* failed/, /^GET \/(?:api|socket\.io)\/.*: (?:50\d|net::)/];

/**
 * Opens the page of a merge that continues until `site.mood` is set to `well`.
 * @param name makes the merge's link unique
 */
async function beginMerge(name: string): Promise<WatchedPage & { readonly task: string }> {
  stage.site.mood = 'slowly';
  const { path, task } = await handOut(stage, stage.site.manifest('webm', name));
  const watched = await stage.newPage();
  await watched.page.clock.install();
  await watched.page.goto(gate.url + path);
  return Object.assign(watched, { task });
}

async function finish(watched: WatchedPage): Promise<void> {
  stage.site.mood = 'well';
  await downloadButton(watched.page).waitFor();
  expect(neverFalls(await watched.progress())).toBe(true);
}

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

describe('a merge', () => {
  it(
    'polls while a proxy refuses sockets, stops when a socket connects, and polls again when it drops',
    stage.shown(async () => {
      gate.refusesSockets = true;
      stage.expectProblems(/WebSocket connection to .* failed: .*403/);
      stage.allowProblems(...LOST);
      const watched = await beginMerge('polling');
      const { page } = watched;
      await runUntil(page, () => watched.polls.length > 1, 1000);
      await untilProgress(watched, 1);
      gate.refusesSockets = false;
      await runUntil(page, () => watched.isUp, 1000);
      // This is longer than any pause between polls.
      await page.clock.runFor(10_000);
      const polls = watched.polls.length;
      gate.refusesSockets = true;
      gate.dropSockets();
      await runUntil(page, () => watched.polls.length > polls + 1, 1000);
      expect(watched.pollsWhileUp).toEqual([]);
      stage.site.mood = 'well';
      await runUntil(page, () => downloadButton(page).isVisible(), 1000);
      expect(neverFalls(await watched.progress())).toBe(true);
      expect(watched.isUp).toBe(false);
      expect(starts(watched)).toBe(1);
    }),
  );

  it(
    'resumes after the server is killed',
    stage.shown(async () => {
      stage.allowProblems(...LOST);
      const watched = await beginMerge('killed');
      await untilProgress(watched, 3);
      await stage.server.kill('SIGKILL');
      // The page's clock is paused until the server is back, so that the page does not give up.
      await pauseClock(watched.page);
      await watched.page.clock.runFor(2000);
      await stage.server.run();
      await watched.page.clock.resume();
      await finish(watched);
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
    'says that the connection is lost, and recovers by itself even after it has given up',
    stage.shown(async () => {
      // The picture of the failure cannot be loaded, either.
      stage.allowProblems(...LOST, /^GET \/assets\/states-.*\.svg: 50\d/);
      const watched = await beginMerge('recovers');
      const { page, task } = watched;
      await untilProgress(watched, 3);
      const pace = page.getByText(/\/s( ·|$)/);
      await pace.waitFor();
      const percent = await page.getByText(/^\d+%$/).innerText();
      await stage.server.kill('SIGKILL');
      const lost = page.getByText('Connection lost, trying again').last();
      await lost.waitFor();
      expect(await pace.count()).toBe(0);
      expect(parseInt(await page.getByText(/^\d+%$/).innerText(), 10)).toBeGreaterThanOrEqual(
        parseInt(percent, 10),
      );
      const failed = alertWith(page, 'Too many consecutive polling errors: HTTP 502');
      await runUntil(page, () => failed.isVisible(), 1000);
      await stage.server.run();
      stage.site.mood = 'well';
      await runUntil(page, () => downloadButton(page).isVisible(), 1000);
      expect(neverFalls(await watched.progress())).toBe(true);
      expect(starts(watched)).toBe(1);
      expect(await failed.count()).toBe(0);
      expect(await tasksThat('processing')).toEqual([]);
      expect(await attemptsAt(task)).toBeGreaterThan(1);
    }),
  );

  it(
    'gives up after five errors in a row and can be tried again',
    stage.shown(async () => {
      stage.allowProblems(...LOST);
      const watched = await beginMerge('gone');
      const { page } = watched;
      await untilProgress(watched, 1);
      gate.refusesSockets = true;
      gate.fate = (_, path) => (path.startsWith('/api/') ? 502 : null);
      gate.dropSockets();
      const failed = alertWith(page, MESSAGES.merge.processingFailed);
      await runUntil(page, () => failed.isVisible(), 1000);
      const reason = 'HTTP 502: Bad Gateway';
      const text = MESSAGES.merge.tooManyErrors.replace('{{reason}}', reason);
      expect(await page.getByRole('alert').innerText()).toContain(text);
      gate.refusesSockets = false;
      gate.fate = () => null;
      stage.site.mood = 'well';
      await page.getByRole('button', { name: 'Try again' }).click();
      await downloadButton(page).waitFor();
    }),
  );

  it(
    'says when the browser is offline, and catches up once it is online',
    stage.shown(async () => {
      stage.allowProblems(...LOST, /INTERNET_DISCONNECTED/);
      const watched = await beginMerge('offline');
      const { page } = watched;
      await untilProgress(watched, 1);
      await page.context().setOffline(true);
      await page.getByText("You're offline. Your file is still being prepared").first().waitFor();
      stage.site.mood = 'well';
      const client = new TestClient(stage.server);
      await client.waitFor(watched.task, ({ status }) => status === 'complete');
      await page.context().setOffline(false);
      await finish(watched);
    }),
  );

  it(
    'waits in line, shows its position, and starts when a slot is free',
    stage.shown(async () => {
      const client = new TestClient(stage.server);
      stage.site.mood = 'slowly';
      const { formats } = await client.search(stage.site.manifest('plain', 'ahead'));
      const tasks = formats.flatMap(({ task_id: task }) => task ?? []);
      expect(tasks.length).toBeGreaterThanOrEqual(ONE_VISITORS_SHARE);
      // Slow runs give their slot to the next one, up to the limit for one visitor.
      await Promise.all(tasks.slice(0, ONE_VISITORS_SHARE).map((task) => client.start(task)));
      await waitUntil(
        async () => (await tasksThat('processing')).length === ONE_VISITORS_SHARE,
        'as many runs as a visitor may have',
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
    'starts only once despite two tabs, a reload and going back',
    stage.shown(async () => {
      // If a visit ends early, the page closes its socket before the connection is open.
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
      // Each visit requests a start at most once, and the server ran the task once.
      expect(starts(first)).toBeLessThanOrEqual(2);
      await downloadButton(second).waitFor();
      await second.reload();
      await downloadButton(second).waitFor();
      expect(await attemptsAt(task)).toBe(1);
    }),
  );

  it(
    'ends in both tabs when one tab cancels it',
    stage.shown(async () => {
      const { page } = await beginMerge('cancelled');
      // The second tab may close its socket before the connection is open.
      stage.allowProblems(/WebSocket is closed before the connection is established/);
      await page.getByRole('progressbar').waitFor();
      const second = await page.context().newPage();
      await second.goto(page.url());
      await second.getByRole('button', { name: 'Cancel' }).click();
      for (const tab of [second, page]) {
        await tab.getByRole('heading', { name: 'Cancelled' }).waitFor();
        await comesTrue(tab, () => document.title.startsWith('Cancelled |'));
      }
    }),
  );
});

describe('a merge without a file', () => {
  it(
    'shows that the download was not found if the server does not know the task',
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
    'shows that the merge could not start if a captive portal responds instead of the server',
    stage.shown(async () => {
      gate.fate = (_, path) => (path.endsWith('/start-merge') ? 'portal' : null);
      const { page } = await beginMerge('portal');
      await alertWith(page, MESSAGES.merge.startFailed).waitFor();
    }),
  );

  it(
    'shows that the file is no longer available once the server has deleted the task and the file',
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
});
