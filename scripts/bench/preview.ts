/// <reference lib="dom" />

import { join } from 'node:path';
import type { Page } from 'playwright-core';
import common from '../../apps/web/src/i18n/en/common.json' with { type: 'json' };
import preview from '../../apps/web/src/i18n/en/preview.json' with { type: 'json' };
import search from '../../apps/web/src/i18n/en/search.json' with { type: 'json' };
import { openBrowser } from '../../test/harness/browser.mjs';
import { makeOnce } from '../../test/origin/make-media.js';
import { ffmpeg, lavfi } from './harness/measure.js';
import type { Stage } from './harness/stage.js';
import { row, type Row } from './harness/table.js';

export const title = 'from the click on a format to the first frame, in Chromium on loopback';

const SECONDS = 20;
/** Ends benchmarks that hang. */
const TIMEOUT_MS = 180_000;

/** A short item with picture and sound in separate files, as most sites have them. */
interface Clip {
  readonly megabytes: number;
  readonly bitrate: string;
  /** Strength of the noise that makes the picture need its bitrate. */
  readonly noise: number;
  readonly note: string;
}

const LARGE: Clip = {
  ...{ megabytes: 13, bitrate: '5100k', noise: 20 },
  note: 'its key frames are decoded to check it',
};
/** Small enough for all frames to be decoded, which takes longer (`decode-plan.ts`). */
const SMALL: Clip = {
  ...{ megabytes: 6.5, bitrate: '2500k', noise: 12 },
  note: 'all of its frames are decoded to check it',
};

export async function run(stage: Stage): Promise<Row[]> {
  const [warmUps, rounds] = stage.quick ? [0, 1] : [2, 7];
  const [large, small] = await Promise.all([originOf(LARGE, stage), originOf(SMALL, stage)]);
  const { url } = await stage.server();
  const browser = await openBrowser();
  const waits = new Map<Clip, number[]>([
    [LARGE, []],
    [SMALL, []],
  ]);
  const meanwhile: Meanwhile[] = [];
  try {
    for (let round = 0; round < warmUps + rounds; round += 1) {
      const context = await browser.newContext();
      context.setDefaultTimeout(TIMEOUT_MS);
      for (const [clip, origin] of [[LARGE, large] as const, [SMALL, small] as const]) {
        const link = `${origin}/dash/plain.mpd?preview=${round}`;
        waits.get(clip)?.push(await oneWait(await context.newPage(), url, link));
      }
      const ladder = `${large}/watch/ladder?rate=${SLOW_RATE}&preview=${round}`;
      meanwhile.push(await oneMeanwhile(await context.newPage(), url, ladder));
      await context.close();
    }
  } finally {
    await browser.close();
  }
  const part = (name: keyof Meanwhile): number[] =>
    meanwhile.slice(warmUps).map((one) => one[name]);
  const note = `of a 360p file, through the relay, while a 720p file from the same host is made`;
  return [
    ...[...waits].map(([{ megabytes, note: checked }, ours]) =>
      row(
        `from the click to the first frame, ${SECONDS} s and ${megabytes} MB`,
        'ms',
        { ours: ours.slice(warmUps) },
        { note: checked },
      ),
    ),
    row(
      'from Play to the first frame while the file is made',
      'ms',
      { ours: part('all') },
      { note },
    ),
    row('… until the player requests the file', 'ms', { ours: part('asks') }),
    row('… then until the response arrives', 'ms', { ours: part('answers') }),
    row(
      '… then until the first frame is shown',
      'ms',
      { ours: part('shows') },
      { mayBeZero: true },
    ),
  ];
}

/**
 * The rate of each connection to the source of the file that is made, in bytes per second. Making
 * it takes far longer than a first frame, over any number of connections.
 */
const SLOW_RATE = 30_000;

/** The time from the click on Play to the first frame, and its parts, in milliseconds. */
interface Meanwhile {
  readonly all: number;
  readonly asks: number;
  readonly answers: number;
  readonly shows: number;
}

/** @returns the URL of an origin with this clip. The quick form uses the origin's own, smaller one. */
async function originOf(clip: Clip, stage: Stage): Promise<string> {
  const { url } = await stage.origin({ folders: stage.quick ? [] : [await make(clip)] });
  return url;
}

function make({ bitrate, noise }: Clip): Promise<string> {
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

/** @returns the time from the click to the first frame, in milliseconds */
async function oneWait(page: Page, server: string, link: string): Promise<number> {
  await page.addInitScript(watchPage);
  await choose(page, server, link);
  const failed = page.getByRole('alert').first().innerText();
  return Promise.race([
    page.evaluate(() => (window as unknown as { wait: Promise<number> }).wait),
    failed.then((text) => Promise.reject(new Error(text))),
  ]);
}

/**
 * Plays an item while its file is being made, starting when the task is running. Then cancels the
 * task, so that it does not slow down the next measurement.
 */
async function oneMeanwhile(page: Page, server: string, link: string): Promise<Meanwhile> {
  await choose(page, server, link);
  const { meanwhile, stages } = preview.progress;
  await page.getByRole('list', { name: stages.label }).waitFor();
  await page.evaluate(watchPlay);
  await page
    .getByRole('button', { name: meanwhile.playQuality.replace('{{quality}}', '360p') })
    .click();
  const failed = page.getByText(meanwhile.failed).first().waitFor();
  const times = await Promise.race([
    page.evaluate(() => (window as unknown as { times: Promise<number[]> }).times),
    failed.then(() => Promise.reject(new Error(meanwhile.failed))),
  ]);
  failed.catch(() => undefined);
  const [clicked = NaN, asked = NaN, answered = NaN, presented = NaN] = times;
  // The event of the file's response may be dispatched after the frame has been presented.
  const shown = Math.max(answered, presented);
  await page.getByRole('button', { name: common.cancel }).click();
  await page.getByRole('heading', { name: preview.progress.cancelledHeading }).waitFor();
  return {
    all: shown - clicked,
    asks: asked - clicked,
    answers: answered - asked,
    shows: shown - answered,
  };
}

/**
 * Runs in the page before the click on Play. Notes the times of the click, of the player's request,
 * of the file's metadata, and of the first frame that is presented.
 */
function watchPlay(): void {
  const clicked = new Promise<number>((resolve) => {
    addEventListener('click', ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true });
  });
  const happens = (video: HTMLVideoElement, type: string): Promise<number> =>
    new Promise((resolve) =>
      video.addEventListener(type, () => resolve(performance.now()), { once: true }),
    );
  const found = new Promise<Promise<number>[]>((resolve) => {
    new MutationObserver((_, observer) => {
      const video = document.querySelector('video');
      if (video !== null) {
        observer.disconnect();
        const shown = new Promise<number>((first) =>
          video.requestVideoFrameCallback(() => first(performance.now())),
        );
        resolve([happens(video, 'loadstart'), happens(video, 'loadedmetadata'), shown]);
      }
    }).observe(document, { subtree: true, childList: true });
  });
  const times = found.then((parts) => Promise.all([clicked, ...parts]));
  Object.assign(window, { times });
}

/** Runs in the page before its own scripts. Measures the time from the click to the first frame. */
function watchPage(): void {
  const clicked = new Promise<number>((resolve) => {
    const note = ({ target, timeStamp }: MouseEvent): void => {
      if (target instanceof Element && target.closest('a[href^="/preview"]')) {
        resolve(timeStamp);
      }
    };
    addEventListener('click', note, { capture: true });
  });
  const shown = new Promise<number>((resolve) => {
    new MutationObserver((_, observer) => {
      const video = document.querySelector('video');
      if (video !== null) {
        observer.disconnect();
        // A video behind its poster presents no frame before it plays, so this listens for the
        // loaded data.
        video.addEventListener('loadeddata', () => resolve(performance.now()), { once: true });
      }
    }).observe(document, { subtree: true, childList: true });
  });
  Object.assign(window, { wait: Promise.all([clicked, shown]).then(([from, to]) => to - from) });
}
