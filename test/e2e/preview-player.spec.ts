import { API, type Format, MESSAGES, previewPath } from '@dipper/contract';
import type { Page } from 'playwright-core';
import { readFile } from 'node:fs/promises';
import { makeMedia } from '../origin/make-media.js';
import type { Gate } from './gate.js';
import { alertWith, downloadButton, handOut, loaded, plays } from './preview-visit.js';
import { sees } from './sees.js';
import { comesTrue, pickBest, search, setStage, visit } from './stage.js';

const stage = setStage();
let gate: Gate;

beforeAll(async () => {
  gate = await stage.openGate();
});
afterEach(() => {
  gate.fate = () => null;
});

/** Returns the paths of the scripts that a page loads, in a list that keeps growing. */
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
const isDirect = ({ kind }: Format): boolean => kind === 'direct';
const isHls = (path: string): boolean => /\/hls[.-]/.test(path);

describe('media played directly', () => {
  it(
    'plays through the relay, and is saved byte for byte after a failed attempt offline',
    stage.shown(async () => {
      const { path } = await handOut(stage, `${stage.origin.url}/watch/muxed`, isDirect);
      const { page } = await stage.newPage();
      const scripts = scriptsOf(page);
      await visit(page, gate.url + path);
      expect(Math.round(await loaded(page))).toBe(stage.origin.seconds);
      await plays(page);
      expect(await page.title()).toBe('Preview | Unknown Platform | Muxed clip');
      expect(scripts.filter(isHls)).toEqual([]);
      const details = page.getByRole('complementary').or(page.locator('dl')).first();
      expect(await details.innerText()).toMatch(/Original page\s+http:\/\/127/);
      // The specified name for unknown sites occurs only in the title.
      expect(await page.locator('main').innerText()).toMatch(/Platform\s+127\.0\.0\.1/);
      expect(await page.getByText('Unknown Platform').count()).toBe(0);

      await page.context().setOffline(true);
      stage.allowProblems(/INTERNET_DISCONNECTED/);
      await downloadButton(page).click();
      const failed = alertWith(page, MESSAGES.player.downloadFailed);
      await failed.waitFor();
      await page.context().setOffline(false);

      const downloading = page.waitForEvent('download');
      await sees(page, () => downloadButton(page).click(), [
        'a[download][aria-disabled=true]',
        'Downloading...',
      ]);
      const saved = await readFile(await (await downloading).path());
      expect(saved.equals(await readFile(`${await makeMedia()}/muxed.mp4`))).toBe(true);
      await failed.waitFor({ state: 'detached' });
      await page.locator('a[download][aria-disabled=false]').waitFor();
    }),
  );

  it(
    'plays a stream with separate audio from its source, using only our own scripts and worker',
    stage.shown(async () => {
      const { page } = await stage.newPage();
      const scripts = scriptsOf(page);
      const worker = page.waitForEvent('worker');
      const url = `${stage.origin.url}/open/hls/master.m3u8`;
      await visit(page, `${gate.url}${previewPath({ url, title: 'Two tracks' })}`);
      expect((await worker).url()).toMatch(/\/assets\/hls\.worker-[\w-]+\.js$/);
      await plays(page);
      expect(scripts.filter(isHls)).not.toEqual([]);
      const played = stage.origin.requests.map(({ path }) => path);
      expect(played.some((path) => path.includes('/open/hls/audio/part-'))).toBe(true);
      await comesTrue(page, () => {
        const video: (HTMLVideoElement & { webkitAudioDecodedByteCount?: number }) | null =
          document.querySelector('video');
        return (video?.webkitAudioDecodedByteCount ?? 0) > 0;
      });
      // Our own Trusted Types policy refuses the script's src and the worker, and logs nothing.
      stage.expectProblems(
        /^error: This document requires 'TrustedScript' assignment/,
        /^error: This document requires 'TrustedHTML' assignment/,
      );
      expect(await page.evaluate(runForeignScripts)).toEqual(Array(4).fill('TypeError'));
    }),
  );

  it(
    'leads back to the home page with its link once the grant has expired, and can be tried again',
    stage.shown(async () => {
      stage.expectProblems(/proxied_download: 403/);
      const source = `${stage.origin.url}/watch/muxed?old`;
      const { path } = await handOut(stage, source, isDirect);
      const { page } = await stage.newPage();
      // This looks as if the media URL had changed at the source.
      await page.goto(gate.url + path.replace('muxed.mp4', 'muxed.mp4%3Fold'));
      const alert = alertWith(page, MESSAGES.player.proxyExpired);
      await alert.getByRole('link', { name: source.slice(0, 50) }).waitFor();
      await downloadButton(page).waitFor({ state: 'detached' });
      await alert.getByRole('button', { name: 'Go to Homepage' }).click();
      await page.waitForURL(`${gate.url}/`);
      await comesTrue(
        page,
        (link) => document.querySelector<HTMLInputElement>('#link')?.value === link,
        source,
      );
      await page.goBack();
      await page.getByRole('button', { name: 'Try again' }).click();
      await downloadButton(page).waitFor();
      await plays(page);
    }),
  );

  it(
    'reports that the content is not available if the source refuses a stream',
    stage.shown(async () => {
      const { page } = await stage.newPage();
      stage.allowProblems(/Access to XMLHttpRequest|net::ERR_FAILED|403/);
      const url = `${stage.origin.url}/refuse/hls/master.m3u8`;
      await visit(page, `${gate.url}${previewPath({ url, title: 'Refused' })}`);
      await alertWith(page, MESSAGES.player.network).waitFor();
    }),
  );
});

describe('an item that is played while its file is made', () => {
  it(
    'plays a smaller version, and continues at the same second in the finished file',
    stage.shown(async () => {
      stage.site.mood = 'slowly';
      const { page } = await stage.newPage();
      const scripts = scriptsOf(page);
      const manifest = encodeURIComponent(stage.site.manifest('plain', 'meanwhile'));
      await search(page, stage.url, `${stage.origin.url}/watch/ladder?manifest=${manifest}`);
      await pickBest(page);
      await page.getByRole('button', { name: 'Play 360p now' }).click();
      await comesTrue(page, () => {
        const video = document.querySelector('video');
        const isFar = video?.src.includes('yields=1') === true && video.currentTime > 1;
        if (isFar) {
          // Otherwise, the clip may end before a busy machine has made the file.
          video.playbackRate = 0.25;
          const noted = { left: video.currentTime, goesOn: NaN };
          Object.assign(window, { noted });
          // An element that is removed is unloaded, and its time becomes 0.
          video.addEventListener('timeupdate', () => {
            noted.left = Math.max(noted.left, video.currentTime);
          });
          const note = ({ target }: Event): void => {
            if (target instanceof HTMLVideoElement && target !== video) {
              noted.goesOn = target.currentTime;
              document.removeEventListener('playing', note, true);
            }
          };
          const slow = ({ target }: Event): void => {
            Object.assign(target ?? {}, { playbackRate: 0.25 });
          };
          // The second player is slow, too, so that a late `note` still reads where it began.
          document.addEventListener('loadedmetadata', slow, true);
          // The first player may wait for data and play again.
          document.addEventListener('playing', note, true);
        }
        return isFar;
      });
      await page.getByText(/^Playing 360p while your \d+p is being prepared\.$/).waitFor();

      stage.site.mood = 'well';
      await downloadButton(page).waitFor();
      const places = await comesTrue(page, () => {
        const { noted } = window as unknown as {
          noted: { left: number; goesOn: number };
        };
        return !Number.isNaN(noted.goesOn) && [noted.left, noted.goesOn];
      });
      const [left, goesOn] = places as [number, number];
      expect(Math.abs(goesOn - left)).toBeLessThan(1);
      expect(scripts.filter(isHls)).toEqual([]);
    }),
  );
});

describe('a prepared file', () => {
  it(
    'reports that the content is not available if the network cuts off its audio',
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
      await visit(page, gate.url + path);
      await alertWith(page, MESSAGES.player.network).waitFor();
      await alertWith(page, "The audio couldn't be loaded").waitFor();
    }),
  );

  it(
    'is offered for download if the browser lacks its codec',
    stage.shown(async () => {
      const { path } = await handOut(
        stage,
        `${stage.origin.url}/dash/mpeg4.mpd`,
        ({ task_id }) => task_id !== undefined,
      );
      const { page } = await stage.newPage();
      await visit(page, gate.url + path);
      const alert = alertWith(page, MESSAGES.player.codec);
      await alert.waitFor();
      expect(await alert.innerText()).toContain(MESSAGES.player.codecFallback);
      expect(await alert.innerText()).toContain('You can still download it.');
      const downloading = page.waitForEvent('download');
      await downloadButton(page).click();
      expect((await downloading).suggestedFilename()).toMatch(/\.mp4$/);
    }),
  );
});

/**
 * Runs in the page. Tries to inject foreign scripts in several ways. @returns the result of each
 * attempt
 */
function runForeignScripts(): string[] {
  const script = document.createElement('script');
  const blob = URL.createObjectURL(new Blob(['']));
  const attempts = [
    () => (script.src = 'https://evil.example/assets/x.js'),
    () => (script.text = 'alert(1)'),
    () => (document.createElement('div').innerHTML = '<b>'),
    () => new Worker(blob),
  ];
  return attempts.map((attempt) => {
    try {
      attempt();
      return 'it ran';
    } catch (error) {
      return (error as Error).name;
    }
  });
}
