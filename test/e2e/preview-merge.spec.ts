import { TestClient } from '../harness/client.js';
import { rowsOf } from '../harness/database.js';
import type { Gate } from './gate.js';
import {
  alertWith,
  downloadButton,
  handOut,
  runUntil,
  starts,
  untilProgress,
} from './preview-visit.js';
import { sees } from './sees.js';
import { comesTrue, setStage } from './stage.js';
import { neverFalls, type WatchedPage } from './watched-page.js';

/** This is a separate server, because a test kills it. */
const stage = setStage({ env: { MERGE_CONCURRENCY: '1' } });
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
    'reports that the connection is lost, and recovers by itself even after giving up',
    stage.shown(async () => {
      // The picture for the failure cannot be loaded either.
      stage.allowProblems(...LOST, /^GET \/assets\/states-.*\.svg: 50\d/);
      const watched = await beginMerge('recovers');
      const { page, task } = watched;
      await untilProgress(watched, 3);
      const pace = page.getByText(/\/s( ·|$)/);
      await pace.waitFor();
      await sees(page, () => stage.server.kill('SIGKILL'), [
        'main p > span',
        'Connection lost, trying again',
      ]);
      expect(await pace.count()).toBe(0);
      // The page's clock runs fast, so a slow machine's last poll may time out there.
      const failed = alertWith(
        page,
        /Too many consecutive polling errors: (?:HTTP 502|no connection)/,
      );
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
    'starts only once, despite two tabs, a reload and going back',
    stage.shown(async () => {
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
