import { MESSAGES } from '@dipper/contract';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '../harness/wait-until.js';
import { probe } from '../origin/probe.js';
import { alertWith, downloadButton, loaded, plays, untilProgress } from './preview-visit.js';
import { pickBest, search, setStage, visit } from './stage.js';
import { barriersOf, openOnPhone } from './usable.js';
import { neverFalls, type WatchedPage } from './watched-page.js';

const stage = setStage();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dipper-e2e-'));
});
afterAll(() => rm(folder, { recursive: true }));

const openPhone = (): Promise<WatchedPage> => openOnPhone(stage);

/**
 * Starts a merge that continues until `site.mood` is set to `well`.
 * @param name makes the merge's link unique
 */
async function beginMerge(
  { page }: WatchedPage,
  name: string,
  manifest: 'plain' | 'webm' = 'webm',
): Promise<void> {
  stage.site.mood = 'slowly';
  await search(page, stage.url, stage.site.manifest(manifest, name));
  await pickBest(page);
  await page.waitForURL(/\/preview\?/);
}

/** Lets a merge complete. @returns all values that the bar has shown */
async function finish(watched: WatchedPage): Promise<number[]> {
  stage.site.mood = 'well';
  await downloadButton(watched.page).waitFor();
  return watched.progress();
}

describe('a merge', () => {
  it(
    'reports progress by socket without polling, then plays and downloads',
    stage.shown(async () => {
      const watched = await openPhone();
      const { page } = watched;
      await beginMerge(watched, 'socket', 'plain');
      await waitUntil(() => watched.isUp, 'the acknowledgement of the subscription');
      await untilProgress(watched, 4);
      // There is nothing to share yet.
      expect(await page.getByRole('button', { name: 'Share' }).count()).toBe(0);
      const values = await finish(watched);
      expect(watched.pollsWhileUp).toEqual([]);
      expect(watched.calls.filter((call) => call.includes('start-merge'))).toHaveLength(1);
      expect(values.length).toBeGreaterThan(3);
      expect(neverFalls(values)).toBe(true);
      expect(await page.title()).toMatch(/^Preview \|/);
      await page.getByRole('button', { name: 'Share' }).waitFor();
      const more = page.getByRole('region', { name: 'More from this item' });
      await more.getByRole('button', { name: /^Audio only/ }).waitFor();
      await more.getByRole('button', { name: /^Make a clip/ }).waitFor();

      expect(Math.round(await loaded(page))).toBe(stage.origin.seconds);
      await plays(page);

      const downloading = page.waitForEvent('download');
      await downloadButton(page).click();
      const target = join(folder, 'saved.mp4');
      const saved = await downloading;
      await saved.saveAs(target);
      expect(saved.suggestedFilename()).toMatch(/\.mp4$/);
      expect((await probe(target)).streams.map(({ codec }) => codec)).toEqual(['h264', 'aac']);

      // With the checkbox below the button, the next file takes a single click after its link.
      await page.getByRole('checkbox', { name: /Prepare the recommended format/ }).check();
      await visit(page, stage.url);
      await page.getByRole('textbox').fill(stage.site.manifest('plain', 'socket'));
      const byItself = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download Now' }).click();
      expect((await byItself).suggestedFilename()).toMatch(/\.mp4$/);
    }),
  );

  it(
    'accepts a damaged source by keyboard, keeps showing that, and states where playback stops',
    stage.shown(async () => {
      const watched = await openPhone();
      const { page } = watched;
      await search(page, stage.url, `${stage.origin.url}/dash/damaged.mpd?bytes=3000000`);
      await pickBest(page);
      await alertWith(page, 'Damaged at the source').waitFor();
      await page.getByRole('link', { name: 'Choose another format' }).focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      const notice = page.getByText(/^Affected: 0:0\d to 0:/);
      await notice.waitFor();
      expect(await barriersOf(page)).toEqual([]);

      await page.routeWebSocket(/socket\.io/, (socket) => void socket.close());
      await page.reload();
      await notice.waitFor();
      expect(watched.polls.length).toBeGreaterThan(0);
      const description = await downloadButton(page).getAttribute('aria-describedby');
      expect(await page.locator(`[id="${description}"]`).textContent()).toContain(
        await notice.textContent(),
      );

      const downloading = page.waitForEvent('download');
      await downloadButton(page).click();
      expect((await downloading).suggestedFilename()).toMatch(/\.mp4$/);

      await loaded(page);
      await page.locator('video').evaluate(async (it: HTMLVideoElement) => {
        it.muted = true;
        it.currentTime = 5.5;
        it.playbackRate = 4;
        await it.play().catch(() => undefined);
      });
      await alertWith(page, MESSAGES.player.unknown).waitFor();
    }),
  );

  it(
    'continues and reports it if cancelling fails, and can be cancelled once the network is back',
    stage.shown(async () => {
      const watched = await openPhone();
      const { page } = watched;
      await beginMerge(watched, 'offline');
      await waitUntil(() => watched.isUp, 'the acknowledgement of the subscription');
      await page.context().setOffline(true);
      stage.expectProblems(/DELETE .*: net::ERR_INTERNET_DISCONNECTED/);
      // In the meantime, the socket may reconnect or the page may poll.
      stage.allowProblems(/WebSocket connection .*DISCONNECTED/, /GET .*: net::ERR_INTERNET_DISC/);
      await page.getByRole('button', { name: 'Cancel' }).click();
      const alert = alertWith(page, 'Not cancelled');
      await alert.waitFor();
      // The alert appears where the visitor has just clicked, not below the fold.
      const { y, height } = (await alert.boundingBox()) ?? { y: NaN, height: NaN };
      expect(y + height).toBeLessThanOrEqual(page.viewportSize()?.height ?? NaN);
      await page.context().setOffline(false);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('heading', { name: 'Cancelled' }).waitFor();
    }),
  );
});

describe('a link to a single media file', () => {
  it(
    'offers the file with its quality and size, and clips up to its real duration',
    stage.shown(async () => {
      const { page } = await openPhone();
      await search(page, stage.url, `${stage.origin.url}/media/muxed.mp4?alone`);
      await page.getByRole('link', { name: /^Download 360p MP4.* MB/ }).waitFor();
      await page.getByText('Found 360p and audio.').last().waitFor();
      expect(await page.getByRole('tab', { name: 'Video' }).count()).toBe(0);

      await page.getByRole('tab', { name: 'Clip' }).click();
      const end = page.getByRole('textbox', { name: 'End' });
      await end.waitFor();
      expect(await end.inputValue()).toBe(`0:${stage.origin.seconds}`);
    }),
  );
});
