import type { Locator, Page } from 'playwright-core';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rowsOf } from '../harness/database.js';
import { waitUntil } from '../harness/wait-until.js';
import { probe } from '../origin/probe.js';
import { pickBest, search, setStage } from './stage.js';
import { neverFalls, type WatchedPage } from './watched-page.js';

const stage = setStage();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dipper-e2e-'));
});
afterAll(() => rm(folder, { recursive: true }));

const openPhone = (): Promise<WatchedPage> =>
  stage.newPage({ acceptDownloads: true, viewport: { width: 390, height: 844 } });

/** Begins a merge that lasts until the site serves well. @param name makes it one of its own. */
async function beginMerge({ page }: WatchedPage, name: string): Promise<void> {
  stage.site.mood = 'slowly';
  await search(page, stage.server.url, stage.site.manifest('plain', name));
  await pickBest(page);
  await page.waitForURL(/\/preview\?/);
}

const download = (page: Page): Locator =>
  page
    .getByRole('link', { name: /^Save/ })
    .or(page.getByRole('button', { name: /^Save/ }))
    .first();

/** Waits until the bar has shown this much. @returns what it has shown. */
async function untilProgress(watched: WatchedPage, percent: number): Promise<number[]> {
  await waitUntil(
    async () => (await watched.progress()).some((value) => value >= percent),
    `${percent} %`,
  );
  return watched.progress();
}

/** Lets a merge come to its end. @returns all that the bar has shown. */
async function finish(watched: WatchedPage): Promise<number[]> {
  stage.site.mood = 'well';
  await download(watched.page).waitFor();
  return watched.progress();
}

describe('a merge in the browser', () => {
  it(
    'is followed by socket without a single status poll, played and downloaded',
    stage.shown(async () => {
      const watched = await openPhone();
      const { page } = watched;
      await beginMerge(watched, 'socket');
      await waitUntil(() => watched.isUp, 'the acknowledgement of the subscription');
      await untilProgress(watched, 4);
      const values = await finish(watched);
      expect(watched.pollsWhileUp).toEqual([]);
      expect(watched.calls.filter((call) => call.includes('start-merge'))).toHaveLength(1);
      expect(values.length).toBeGreaterThan(3);
      expect(neverFalls(values)).toBe(true);
      expect(await page.title()).toMatch(/^Preview \|/);

      const video = page.locator('video');
      await video.evaluate((element: HTMLVideoElement) => {
        element.muted = true;
        return element.play();
      });
      const seconds = await video.evaluate((element: HTMLVideoElement) => element.duration);
      expect(Math.round(seconds)).toBe(stage.origin.seconds);

      const downloading = page.waitForEvent('download');
      await download(page).click();
      const target = join(folder, 'saved.mp4');
      const saved = await downloading;
      await saved.saveAs(target);
      expect(saved.suggestedFilename()).toMatch(/\.mp4$/);
      expect((await probe(target)).streams.map(({ codec }) => codec)).toEqual(['h264', 'aac']);
    }),
  );

  it(
    'goes on where it is after a reload in the middle',
    stage.shown(async () => {
      const watched = await openPhone();
      stage.origin.forget();
      await beginMerge(watched, 'reload');
      const before = (await untilProgress(watched, 5)).at(-1) ?? 100;
      await watched.page.reload();
      // Until it is told, the bar is at 0.
      const told = (await untilProgress(watched, 1)).filter((value) => value > 0);
      expect(told[0]).toBeGreaterThanOrEqual(before);
      expect(neverFalls(await finish(watched))).toBe(true);

      const task = new URL(watched.page.url()).searchParams.get('task_id') ?? '';
      const sql = `SELECT attempts FROM merge_task WHERE task_id = '${task}'`;
      expect(await rowsOf(stage.server, sql)).toEqual([{ attempts: 1 }]);
      const asked = stage.origin.requests
        .filter(({ path }) => path.startsWith('/media/'))
        .map(({ path, range }) => `${path} ${range}`);
      expect(asked.length).toBeGreaterThan(1);
      expect(asked).toEqual([...new Set(asked)]);
    }),
  );

  it(
    'says what went wrong and what to do',
    stage.shown(async () => {
      const { page } = await openPhone();
      await search(page, stage.server.url, `${stage.origin.url}/dash/html-as-video.mpd`);
      await pickBest(page);
      const alert = page.getByRole('alert');
      await alert.filter({ hasText: 'Processing Failed' }).waitFor();
      expect(await alert.textContent()).toContain(
        'The source sent a web page instead of the media file',
      );
    }),
  );

  it(
    'takes a damaged source anyway, by keyboard, and keeps saying so',
    stage.shown(async () => {
      const watched = await openPhone();
      const { page } = watched;
      await search(page, stage.server.url, `${stage.origin.url}/dash/damaged.mpd`);
      await pickBest(page);
      await page.getByRole('alert').filter({ hasText: 'Damaged at the source' }).waitFor();
      await page.getByRole('link', { name: 'Pick another format' }).focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      const notice = page.getByRole('heading', { name: /^Damaged at the source from 0:0\d to 0:/ });
      await notice.waitFor();
      expect(watched.pollsWhileUp).toEqual([]);

      await page.routeWebSocket(/socket\.io/, (socket) => void socket.close());
      await page.reload();
      await notice.waitFor();
      expect(watched.polls.length).toBeGreaterThan(0);
      const description = await download(page).getAttribute('aria-describedby');
      expect(await page.locator(`[id="${description}"]`).textContent()).toContain(
        await notice.textContent(),
      );

      const downloading = page.waitForEvent('download');
      await download(page).click();
      expect((await downloading).suggestedFilename()).toMatch(/\.mp4$/);
    }),
  );

  it(
    'begins again in the same tab after it was cancelled, from the same format',
    stage.shown(async () => {
      const watched = await openPhone();
      const { page } = watched;
      await beginMerge(watched, 'again');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('heading', { name: 'Cancelled' }).waitFor();
      await page.goBack();
      await pickBest(page);
      expect(neverFalls(await finish(watched))).toBe(true);
      expect(watched.calls.filter((call) => call.includes('start-merge'))).toHaveLength(2);
    }),
  );

  it(
    'says so where it cannot be cancelled, goes on, and can be once the network is back',
    stage.shown(async () => {
      const watched = await openPhone();
      const { page } = watched;
      await beginMerge(watched, 'offline');
      await waitUntil(() => watched.isUp, 'the acknowledgement of the subscription');
      await page.context().setOffline(true);
      stage.expectProblems(/DELETE .*: net::ERR_INTERNET_DISCONNECTED/);
      // The socket may try to come back meanwhile, or the page to poll.
      stage.allowProblems(/WebSocket connection .*DISCONNECTED/, /GET .*: net::ERR_INTERNET_DISC/);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('alert').filter({ hasText: 'Not cancelled' }).waitFor();
      await page.context().setOffline(false);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('heading', { name: 'Cancelled' }).waitFor();
    }),
  );

  it(
    'can be cancelled',
    stage.shown(async () => {
      const watched = await openPhone();
      const { page } = watched;
      await beginMerge(watched, 'cancel');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('Cancelled', { exact: true }).first().waitFor();
      expect(watched.calls.some((call) => call.startsWith('DELETE /api/download/task/'))).toBe(
        true,
      );
    }),
  );
});
