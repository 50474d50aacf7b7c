import { API, MESSAGES, previewPath } from '@dipper/contract';
import type { Page } from 'playwright-core';
import { readFile } from 'node:fs/promises';
import { TestClient } from '../harness/client.js';
import { rowsOf } from '../harness/database.js';
import { waitUntil } from '../harness/wait-until.js';
import { makeMedia } from '../origin/make-media.js';
import type { Gate } from './gate.js';
import { alertWith, downloadButton, handOut } from './preview-visit.js';
import { setStage } from './stage.js';

const stage = setStage();
let gate: Gate;

beforeAll(async () => {
  gate = await stage.openGate();
});
afterEach(() => {
  gate.fate = () => null;
});

/** The media element, once it knows what it plays. */
async function loaded(page: Page): Promise<number> {
  const media = page.locator('video, audio').first();
  await media.waitFor();
  return waitUntil(
    () => media.evaluate((it: HTMLMediaElement) => (it.readyState > 0 ? it.duration : null)),
    'a media element that is ready',
  );
}

/** Plays a little of what is loaded, without a sound. @returns whether time passes. */
async function plays(page: Page): Promise<boolean> {
  const media = page.locator('video, audio').first();
  await media.evaluate((it: HTMLMediaElement) => {
    it.muted = true;
    return it.play();
  });
  return waitUntil(
    () => media.evaluate((it: HTMLMediaElement) => it.currentTime > 0),
    'time that passes',
  );
}

/** Paths of the scripts that a page asks for. */
function scriptsOf(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) {
      scripts.push(pathname);
    }
  });
  return scripts;
}
const isHls = (path: string): boolean => /\/hls[.-]/.test(path);

describe('media that plays as it is', () => {
  it(
    'plays through the relay without the player of streams, and is saved byte for byte',
    stage.shown(async () => {
      const { path } = await handOut(
        stage,
        `${stage.origin.url}/watch/muxed`,
        ({ kind }) => kind === 'direct',
      );
      const { page } = await stage.newPage({ acceptDownloads: true });
      const scripts = scriptsOf(page);
      await page.goto(gate.url + path);
      expect(Math.round(await loaded(page))).toBe(stage.origin.seconds);
      expect(await plays(page)).toBe(true);
      expect(await page.title()).toBe('Preview | Unknown Platform | Muxed clip');
      expect(scripts.filter(isHls)).toEqual([]);
      const details = page.getByRole('complementary').or(page.locator('dl')).first();
      expect(await details.innerText()).toMatch(/Source\s+http:\/\/127/);

      const downloading = page.waitForEvent('download');
      await downloadButton(page).click();
      await page.getByText('Downloading...').waitFor();
      expect(await downloadButton(page).getAttribute('aria-disabled')).toBe('true');
      const saved = await readFile(await (await downloading).path());
      expect(saved.equals(await readFile(`${await makeMedia()}/muxed.mp4`))).toBe(true);
      await page.locator('a[download][aria-disabled=false]').waitFor();
    }),
  );

  it(
    'says in an alert that a download could not be started, and lets another try',
    stage.shown(async () => {
      const { path } = await handOut(
        stage,
        `${stage.origin.url}/watch/muxed?offline`,
        ({ kind }) => kind === 'direct',
      );
      const { page } = await stage.newPage({ acceptDownloads: true });
      await page.goto(gate.url + path);
      await loaded(page);
      await page.context().setOffline(true);
      stage.allowProblems(/INTERNET_DISCONNECTED/);
      await downloadButton(page).click();
      await alertWith(page, MESSAGES.player.downloadFailed).waitFor();
      await page.context().setOffline(false);
      const downloading = page.waitForEvent('download');
      await downloadButton(page).click();
      await (await downloading).cancel();
      await alertWith(page, MESSAGES.player.downloadFailed).waitFor({ state: 'detached' });
    }),
  );

  it(
    'streams with separate sound play from their source, by hls.js',
    stage.shown(async () => {
      const { page } = await stage.newPage();
      const scripts = scriptsOf(page);
      const url = `${stage.origin.url}/open/hls/master.m3u8`;
      await page.goto(`${gate.url}${previewPath({ url, title: 'Two tracks' })}`);
      await loaded(page);
      expect(await plays(page)).toBe(true);
      expect(scripts.filter(isHls)).not.toEqual([]);
      const played = stage.origin.requests.map(({ path }) => path);
      expect(played.some((path) => path.includes('/open/hls/audio/part-'))).toBe(true);
      const sound = await page
        .locator('video')
        .evaluate(
          (it: HTMLVideoElement & { webkitAudioDecodedByteCount?: number }) =>
            it.webkitAudioDecodedByteCount ?? 0,
        );
      expect(sound).toBeGreaterThan(0);
    }),
  );

  it(
    'without an address says so in its title, and offers the form',
    stage.shown(async () => {
      const { page } = await stage.newPage();
      await page.goto(`${gate.url}/preview`);
      await page.getByRole('heading', { name: MESSAGES.player.noUrl }).waitFor();
      expect(await page.title()).toBe(MESSAGES.player.noUrl);
      await page.getByRole('textbox').first().waitFor();
    }),
  );
});

describe('a player that cannot play', () => {
  it(
    'says that the session has expired where the relay grants the address no more, and leads home with the link',
    stage.shown(async () => {
      stage.expectProblems(/proxied_download: 403/);
      const source = `${stage.origin.url}/watch/muxed`;
      const url = `${stage.origin.url}/media/never-handed-out.mp4`;
      const { page } = await stage.newPage();
      await page.goto(`${gate.url}${previewPath({ url, title: 'Old', source_url: source })}`);
      const alert = alertWith(page, MESSAGES.player.proxyExpired);
      await alert.getByRole('link', { name: source.slice(0, 50) }).waitFor();
      await alert.getByRole('button', { name: 'Go to Homepage' }).click();
      await page.waitForURL(`${gate.url}/`);
      await waitUntil(
        async () => (await page.getByRole('textbox').first().inputValue()) === source,
        'the link in the form',
      );
    }),
  );

  it(
    'says that content is not available where a stream stops at its source',
    stage.shown(async () => {
      const { page } = await stage.newPage();
      stage.allowProblems(/Access to XMLHttpRequest|net::ERR_FAILED|403/);
      const url = `${stage.origin.url}/refuse/hls/master.m3u8`;
      await page.goto(`${gate.url}${previewPath({ url, title: 'Refused' })}`);
      await alertWith(page, MESSAGES.player.network).waitFor();
    }),
  );

  it(
    'says that content is not available where the network cuts off the sound',
    stage.shown(async () => {
      gate.fate = (method, path) =>
        method === 'GET' && path.startsWith(API.file('')) ? 'cut' : null;
      stage.allowProblems(/GET \/api\/download\/file\//);
      const { path } = await handOut(
        stage,
        `${stage.origin.url}/hls/master.m3u8`,
        (format) => format.is_audio_only && format.task_id !== undefined,
      );
      const { page } = await stage.newPage();
      await page.goto(gate.url + path);
      await alertWith(page, MESSAGES.player.network).waitFor();
      await alertWith(page, 'The audio could not be loaded').waitFor();
    }),
  );

  it(
    'says that this browser lacks the codec, and still offers the file',
    stage.shown(async () => {
      const { path } = await handOut(
        stage,
        `${stage.origin.url}/dash/mpeg4.mpd`,
        ({ task_id }) => task_id !== undefined,
      );
      const { page } = await stage.newPage({ acceptDownloads: true });
      await page.goto(gate.url + path);
      const alert = alertWith(page, MESSAGES.player.codec);
      await alert.waitFor();
      expect(await alert.innerText()).toContain(MESSAGES.player.codecFallback);
      expect(await alert.innerText()).toContain('You can still download it.');
      const downloading = page.waitForEvent('download');
      await downloadButton(page).click();
      expect((await downloading).suggestedFilename()).toMatch(/\.mp4$/);
    }),
  );

  it(
    'says only that the preview is not available where a damaged file breaks off',
    stage.shown(async () => {
      const link = `${stage.origin.url}/dash/damaged.mpd?bytes=3000000`;
      const { path } = await handOut(stage, link);
      const { page } = await stage.newPage();
      await page.goto(gate.url + path);
      await page.getByRole('button', { name: 'Take it anyway' }).click();
      await loaded(page);
      const media = page.locator('video');
      await media.evaluate(async (it: HTMLVideoElement) => {
        it.muted = true;
        it.currentTime = 5.5;
        it.playbackRate = 4;
        await it.play().catch(() => undefined);
      });
      await alertWith(page, MESSAGES.player.unknown).waitFor();
    }),
  );
});

describe('a finished file', () => {
  it(
    'says how long it is there whatever the clock of its visitor, by minutes and then by seconds',
    stage.shown(async () => {
      const { path, task } = await handOut(stage, `${stage.origin.url}/dash/webm.mpd?countdown`);
      await new TestClient(stage.server).merge(task);
      const { page } = await stage.newPage();
      await page.clock.install({ time: Date.now() + 2 * 3600 * 1000 });
      await page.goto(gate.url + path);
      const timer = page.getByRole('timer');
      await timer.waitFor();
      expect(await timer.innerText()).toMatch(/^(?:1h 0m|59m) left$/);
      /** Seconds to let pass, and what is said then. */
      const rhythm: [seconds: number, said: RegExp][] = [
        [45 * 60, /^1[45]m left$/],
        [10 * 60, /^[45]m left$/],
        [4 * 60, /^(?:59|5\d|1m)s? left$/],
        [10, /^4\ds left$/],
      ];
      for (const [seconds, said] of rhythm) {
        await page.clock.fastForward(seconds * 1000);
        await timer.filter({ hasText: said }).waitFor();
      }
      await page.clock.fastForward(60_000);
      await alertWith(page, MESSAGES.merge.expired).waitFor();
    }),
  );

  it(
    'that was deleted early says so as soon as it is asked for',
    stage.shown(async () => {
      stage.expectProblems(/^(?:GET|HEAD) \/api\/download\/file\/.*: 410$/);
      const { path, task } = await handOut(stage, `${stage.origin.url}/dash/webm.mpd?early`);
      await new TestClient(stage.server).merge(task);
      const { page } = await stage.newPage();
      await page.goto(gate.url + path);
      await loaded(page);
      await rowsOf(
        stage.server,
        `UPDATE merge_task SET expires_at = now() WHERE task_id = '${task}'`,
      );
      // Unless the player has found out by then.
      await downloadButton(page).evaluateAll((links: HTMLElement[]) => links[0]?.click());
      await alertWith(page, MESSAGES.merge.expired).waitFor();
    }),
  );
});
