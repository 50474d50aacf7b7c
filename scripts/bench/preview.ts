/// <reference lib="dom" />

import { join } from 'node:path';
import type { Page } from 'playwright-core';
import common from '../../apps/web/src/i18n/en/common.json' with { type: 'json' };
import preview from '../../apps/web/src/i18n/en/preview.json' with { type: 'json' };
import search from '../../apps/web/src/i18n/en/search.json' with { type: 'json' };
import { makeOnce } from '../../test/origin/make-media.js';
import { ffmpeg, lavfi } from './harness/measure.js';
import type { Stage } from './harness/stage.js';
import { row, type Row } from './harness/table.js';

export const title = 'from the click on a format to the first frame, in Chromium on loopback';

const SECONDS = 20;
/** Ends benchmarks that hang. */
const TIMEOUT_MS = 180_000;
/**
 * The rate of each connection to the source of the file that is played while it is made, in bytes
 * per second. Making it takes far longer than a first frame, over any number of connections.
 */
const SLOW_RATE = 30_000;

/**
 * Short items with picture and sound in separate files, as most sites have them. Noise makes the
 * picture need its bitrate. In the smaller one, all frames are decoded (`decode-plan.ts`).
 */
const CLIPS = [
  { megabytes: 13, bitrate: '5100k', noise: 20, checked: 'its key frames are' },
  { megabytes: 6.5, bitrate: '2500k', noise: 12, checked: 'all of its frames are' },
];

export async function run(stage: Stage): Promise<Row[]> {
  const [warmUps, rounds] = stage.quick ? [0, 1] : [2, 7];
  const { url } = await stage.server();
  const browser = await stage.browser();
  const clips = await Promise.all(
    // The quick form uses the origin's own, smaller clip.
    CLIPS.slice(stage.quick ? 1 : 0).map(async (clip) => {
      const origin = await stage.origin({ folders: stage.quick ? [] : [await makeClip(clip)] });
      return { ...clip, origin: origin.url, waitsMs: [] as number[] };
    }),
  );
  const playsMs: number[] = [];
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const context = await browser.newContext();
    context.setDefaultTimeout(TIMEOUT_MS);
    for (const { origin, waitsMs } of clips) {
      const link = `${origin}/dash/plain.mpd?preview=${round}`;
      waitsMs.push(await waitForFile(await context.newPage(), url, link));
    }
    const ladder = `${clips[0]?.origin}/watch/ladder?rate=${SLOW_RATE}&preview=${round}`;
    playsMs.push(await playWhileMade(await context.newPage(), url, ladder));
    await context.close();
  }
  return [
    ...clips.map(({ megabytes, checked, waitsMs }) =>
      row(
        `from the click to the first frame, ${SECONDS} s and ${megabytes} MB`,
        'ms',
        { ours: waitsMs.slice(warmUps) },
        { note: `${checked} decoded to check it` },
      ),
    ),
    row(
      'from Play to the first frame while the file is made',
      'ms',
      { ours: playsMs.slice(warmUps) },
      { note: 'of a 360p file, through the relay, while a 720p file from the same host is made' },
    ),
  ];
}

function makeClip({ bitrate, noise }: (typeof CLIPS)[number]): Promise<string> {
  return makeOnce(`preview-clip-${SECONDS}-${bitrate}`, async (draft) => {
    const front = ['-movflags', '+faststart'];
    await ffmpeg(
      ...lavfi(`testsrc2=size=1280x720:rate=30:duration=${SECONDS}`),
      ...['-vf', `noise=alls=${noise}:allf=t`, '-c:v', 'libx264', '-preset', 'veryfast'],
      ...['-b:v', bitrate, '-g', '150', '-pix_fmt', 'yuv420p'],
      ...[...front, join(draft, 'video-720.mp4')],
    );
    const encoder = ['-ac', '2', '-c:a', 'aac', '-b:a', '128k', ...front];
    const sound = lavfi(`anoisesrc=sample_rate=48000:duration=${SECONDS}`);
    await ffmpeg(...sound, ...encoder, join(draft, 'audio.m4a'));
  });
}

/** Searches a link and chooses its recommended format, 720p. */
async function choose(page: Page, server: string, link: string): Promise<void> {
  await page.addInitScript(watchFrames);
  await page.goto(server);
  await page.getByRole('textbox').fill(link);
  await page.getByRole('button', { name: search.form.submit }).click();
  const best = search.result.best.replace('{{label}}', '720p');
  const format = page.getByRole('link', { name: best });
  await format.waitFor();
  // By the time a real visitor has read the result, the page's prefetches are complete.
  await page.waitForLoadState('networkidle');
  await format.click();
}

/** @returns the time from the click to the first frame of the file, in milliseconds */
async function waitForFile(page: Page, server: string, link: string): Promise<number> {
  await choose(page, server, link);
  const failed = page.getByRole('alert').first().innerText();
  return firstFrame(page, failed);
}

/**
 * Plays an item while its file is being made, starting when the task is running. Then cancels the
 * task, so that it does not slow down the next measurement.
 */
async function playWhileMade(page: Page, server: string, link: string): Promise<number> {
  await choose(page, server, link);
  const { cancelledHeading, meanwhile, stages } = preview.progress;
  await page.getByRole('list', { name: stages.label }).waitFor();
  const play = meanwhile.playQuality.replace('{{quality}}', '360p');
  await page.getByRole('button', { name: play }).click();
  const timeMs = await firstFrame(page, page.getByText(meanwhile.failed).first().innerText());
  await page.getByRole('button', { name: common.cancel }).click();
  await page.getByRole('heading', { name: cancelledHeading }).waitFor();
  return timeMs;
}

/** @throws the page's message about a failure if that comes first */
async function firstFrame(page: Page, failed: Promise<string>): Promise<number> {
  const frame = page.evaluate(() => Reflect.get(window, 'frame') as Promise<number>);
  const failure = failed.then((text) => Promise.reject(new Error(text)));
  failure.catch(() => undefined);
  return Promise.race([frame, failure]);
}

/**
 * Runs in the page before its own scripts. Measures the time from the last click before there is a
 * player to the player's first frame.
 */
function watchFrames(): void {
  let clickedMs = NaN;
  const note = ({ timeStamp }: MouseEvent): void => void (clickedMs = timeStamp);
  addEventListener('click', note, { capture: true });
  const frame = new Promise<number>((resolve) => {
    new MutationObserver((_, observer) => {
      const video = document.querySelector('video');
      if (video !== null) {
        observer.disconnect();
        removeEventListener('click', note, { capture: true });
        // When its first frame can be shown. A video behind its poster shows none before it plays.
        video.addEventListener('loadeddata', () => resolve(performance.now() - clickedMs), {
          once: true,
        });
      }
    }).observe(document, { subtree: true, childList: true });
  });
  Object.assign(window, { frame });
}
