import type { Browser, BrowserContext } from 'playwright-core';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestServer } from '../harness/server.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';
import { probe } from '../origin/probe.js';
import {
  neverFalls,
  openBrowser,
  openPage,
  recordProgress,
  search,
  statusPolls,
  type WatchedPage,
} from './browser.js';

let origin: Origin;
let server: TestServer;
let browser: Browser;
let context: BrowserContext;
let folder: string;
let rate = 1_500_000;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dipper-e2e-'));
  [origin, server, browser] = await Promise.all([startOrigin(), TestServer.start(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([server.stop(), origin.close(), rm(folder, { recursive: true })]);
});
beforeEach(async () => {
  context = await browser.newContext({
    acceptDownloads: true,
    viewport: { width: 390, height: 844 },
  });
});
afterEach(() => context.close());

/** A source slow enough to be watched; another one each time, so that nothing is shared. */
const slowLink = (): string => `${origin.url}/dash/slow.mpd?rate=${(rate += 1)}`;

/** Waits for the finished file. */
const ready = ({ page }: WatchedPage): Promise<void> =>
  page
    .getByRole('link', { name: /^Download/ })
    .or(page.getByRole('button', { name: /^Download/ }))
    .first()
    .waitFor();

const pickBest = async ({ page }: WatchedPage): Promise<void> => {
  await page
    .getByRole('region', { name: 'Formats' })
    .getByRole('link', { name: /^Download/ })
    .first()
    .click();
  await page.waitForURL(/\/preview\?/);
};

describe('a merge in the browser', () => {
  it('is followed by socket without a single status poll, played and downloaded', async () => {
    const watched = await openPage(context);
    await search(watched.page, server.url, slowLink());
    await pickBest(watched);
    await watched.page.getByRole('progressbar').waitFor();
    const seen = await recordProgress(watched.page);
    await ready(watched);
    expect(statusPolls(watched.calls)).toEqual([]);
    expect(watched.calls.filter((call) => call.includes('start-merge'))).toHaveLength(1);
    const values = await seen();
    expect(new Set(values).size).toBeGreaterThan(3);
    expect(neverFalls(values)).toBe(true);
    expect(await watched.page.title()).toMatch(/^Preview \|/);

    const video = watched.page.locator('video');
    await video.evaluate((element: HTMLVideoElement) => {
      element.muted = true;
      return element.play();
    });
    expect(await video.evaluate((element: HTMLVideoElement) => Math.round(element.duration))).toBe(
      12,
    );

    const downloading = watched.page.waitForEvent('download');
    await watched.page
      .getByRole('link', { name: /^Download/ })
      .or(watched.page.getByRole('button', { name: /^Download/ }))
      .first()
      .click();
    const target = join(folder, 'saved.mp4');
    const download = await downloading;
    await download.saveAs(target);
    expect(download.suggestedFilename()).toMatch(/\.mp4$/);
    expect((await probe(target)).streams.map(({ codec }) => codec)).toEqual(['h264', 'aac']);
    expect(watched.problems).toEqual([]);
  });

  it('finishes by polling where sockets are blocked', async () => {
    await context.routeWebSocket(/socket\.io/, (socket) => void socket.close());
    const watched = await openPage(context);
    await search(watched.page, server.url, slowLink());
    await pickBest(watched);
    await watched.page.getByRole('progressbar').waitFor();
    const seen = await recordProgress(watched.page);
    await ready(watched);
    expect(statusPolls(watched.calls).length).toBeGreaterThan(1);
    expect(neverFalls(await seen())).toBe(true);
  });

  it('goes on where it is after a reload in the middle', async () => {
    const watched = await openPage(context);
    await search(watched.page, server.url, slowLink());
    await pickBest(watched);
    const bar = watched.page.getByRole('progressbar');
    const valueNow = async (): Promise<number> => Number(await bar.getAttribute('aria-valuenow'));
    await expectSoon(async () => (await valueNow()) > 20);
    const before = await valueNow();
    await watched.page.reload();
    await expectSoon(async () => (await valueNow()) >= before);
    await ready(watched);
    expect(
      origin.requests.filter(({ path }) => path.includes(`rate=${rate}`) && path.includes('.mpd')),
    ).toHaveLength(1);
  });

  it('says what went wrong and what to do', async () => {
    const watched = await openPage(context);
    await search(watched.page, server.url, `${origin.url}/dash/html-as-video.mpd`);
    await pickBest(watched);
    const alert = watched.page.getByRole('alert');
    await alert.filter({ hasText: 'Processing Failed' }).waitFor();
    expect(await alert.textContent()).toContain(
      'The source sent a web page instead of the media file',
    );
  });

  it('can be cancelled', async () => {
    const watched = await openPage(context);
    await search(watched.page, server.url, slowLink());
    await pickBest(watched);
    await watched.page.getByRole('button', { name: 'Cancel' }).click();
    await watched.page.getByText('Cancelled', { exact: true }).first().waitFor();
    expect(watched.calls.some((call) => call.startsWith('DELETE /api/download/task/'))).toBe(true);
  });
});

async function expectSoon(holds: () => Promise<boolean>): Promise<void> {
  for (
    const end = Date.now() + 30_000;
    !(await holds());
    await new Promise((r) => setTimeout(r, 50))
  ) {
    if (Date.now() > end) {
      throw new Error('never came');
    }
  }
}
