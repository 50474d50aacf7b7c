/// <reference lib="dom" />

import { join } from 'node:path';
import type { Page } from 'playwright-core';
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

export async function run(stage: Stage): Promise<Row[]> {
  const [warmUps, rounds] = stage.quick ? [0, 1] : [2, 7];
  // The quick form can use the origin's own clip.
  const origin = await stage.origin({ folders: stage.quick ? [] : [await makeClip()] });
  const { url } = await stage.server();
  const browser = await openBrowser();
  const waits: number[] = [];
  try {
    for (let round = 0; round < warmUps + rounds; round += 1) {
      const context = await browser.newContext();
      context.setDefaultTimeout(TIMEOUT_MS);
      const link = `${origin.url}/dash/plain.mpd?preview=${round}`;
      waits.push(await oneWait(await context.newPage(), url, link));
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return [row('from the click to the first frame', 'ms', { ours: waits.slice(warmUps) })];
}

/** Makes a clip with a bitrate like that of real sites. The origin's own clip has a lower one. */
function makeClip(): Promise<string> {
  return makeOnce(`preview-clip-${SECONDS}`, async (draft) => {
    const front = ['-movflags', '+faststart'];
    await ffmpeg(
      ...lavfi(`testsrc2=size=1280x720:rate=30:duration=${SECONDS}`),
      ...['-vf', 'noise=alls=12:allf=t', '-c:v', 'libx264', '-preset', 'veryfast'],
      ...['-b:v', '2500k', '-g', '150', '-pix_fmt', 'yuv420p'],
      ...[...front, join(draft, 'video-720.mp4')],
    );
    const encoder = ['-ac', '2', '-c:a', 'aac', '-b:a', '128k', ...front];
    const sound = lavfi(`anoisesrc=sample_rate=48000:duration=${SECONDS}`);
    await ffmpeg(...sound, ...encoder, join(draft, 'audio.m4a'));
  });
}

/** @returns the time from the click to the first frame, in milliseconds */
async function oneWait(page: Page, server: string, link: string): Promise<number> {
  await page.addInitScript(watchPage);
  await page.goto(server);
  await page.getByRole('textbox').fill(link);
  await page.getByRole('button', { name: search.form.submit }).click();
  const best = search.result.best.replace('{{label}}', '720p');
  const format = page.getByRole('link', { name: best });
  await format.waitFor();
  // By the time a real visitor has read the result, the page's prefetches are complete.
  await page.waitForLoadState('networkidle');
  await format.click();
  const failed = page.getByRole('alert').first().innerText();
  return Promise.race([
    page.evaluate(() => (window as unknown as { wait: Promise<number> }).wait),
    failed.then((text) => Promise.reject(new Error(text))),
  ]);
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
