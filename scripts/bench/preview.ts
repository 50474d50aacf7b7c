import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../test/e2e/browser.js';
import { makeOnce } from '../../test/origin/make-media.js';
import { ffmpeg } from './harness/measure.js';
import { range, row, type Row } from './harness/result.js';
import type { Server } from './harness/servers.js';
import type { Stage } from './harness/stage.js';
import { watchDisk } from './watchers/disk.js';
import { seenInPage, watchPage } from './watchers/page.js';

export const title = 'from the click on a format to the first frame, in Chromium on loopback';

const SECONDS = 20;
/** Only for hangs. */
const TIMEOUT_MS = 180_000;

/** The events that end each part of the wait, in order. */
const PARTS = [
  'the preview page asks for its task',
  'a worker starts',
  'both streams are on disk',
  'the file is written',
  'it is checked and published',
  'the page asks for it',
  'its first frame is there',
];

export async function run(stage: Stage): Promise<Row[]> {
  const [warmUps, rounds] = stage.quick ? [0, 1] : [2, 7];
  // For the quick form, the origin's own clip is enough.
  const origin = await stage.origin({ folders: stage.quick ? [] : [await makeClip()] });
  const server = await stage.server();
  const browser = await openBrowser();
  const waits: number[][] = [];
  try {
    for (let round = 0; round < warmUps + rounds; round += 1) {
      const context = await browser.newContext();
      context.setDefaultTimeout(TIMEOUT_MS);
      const link = `${origin.url}/dash/plain.mpd?round=${round}`;
      waits.push(await oneWait(await context.newPage(), server, link));
      await context.close();
    }
  } finally {
    await browser.close();
  }
  const measured = waits.slice(warmUps);
  const parts = PARTS.map((what, at) => {
    const times = measured.map((moments) => (moments[at] ?? NaN) - ([0, ...moments][at] ?? NaN));
    return row(`until ${what}`, 'ms', { ours: times }, { note: range(times), mayBeZero: true });
  });
  const wholes = measured.map((moments) => moments.at(-1) ?? NaN);
  return [
    ...parts,
    row('from the click to the first frame', 'ms', { ours: wholes }, { note: range(wholes) }),
  ];
}

/** Makes a clip with a bitrate like that of real sites, which the origin's own clip does not have. */
function makeClip(): Promise<string> {
  return makeOnce(`preview-clip-${SECONDS}`, async (draft) => {
    const front = ['-movflags', '+faststart'];
    const picture = `testsrc2=size=1280x720:rate=30:duration=${SECONDS}`;
    await ffmpeg(
      ...['-f', 'lavfi', '-i', picture, '-vf', 'noise=alls=12:allf=t', '-c:v', 'libx264'],
      ...['-preset', 'veryfast', '-b:v', '2500k', '-g', '150', '-pix_fmt', 'yuv420p'],
      ...[...front, join(draft, 'video-720.mp4')],
    );
    const sound = `anoisesrc=sample_rate=48000:duration=${SECONDS}`;
    const encoder = ['-ac', '2', '-c:a', 'aac', '-b:a', '128k', ...front];
    await ffmpeg('-f', 'lavfi', '-i', sound, ...encoder, join(draft, 'audio.m4a'));
  });
}

/** @returns when each part ended, milliseconds since the click. */
async function oneWait(page: Page, server: Server, link: string): Promise<number[]> {
  await page.addInitScript(watchPage);
  await page.goto(server.url);
  await page.getByRole('textbox').fill(link);
  await page.getByRole('button', { name: 'Download Now' }).click();
  const format = page.getByRole('link', { name: /^Download 720p/ });
  await format.waitFor();
  // By the time a visitor has read the result, its prefetches are complete.
  await page.waitForLoadState('networkidle');
  const disk = watchDisk(join(server.dataDir, 'media'));
  try {
    await format.click();
    const failed = page.getByRole('alert').first().innerText();
    const { click, asked, file, frame } = await Promise.race([
      page.evaluate(seenInPage),
      failed.then((text) => Promise.reject(new Error(text))),
    ]);
    const { isLate, started, fetched, written, published } = disk.seen;
    const onDisk = [started, fetched, written, published];
    const known = onDisk.map((at) => (isLate && Number.isNaN(at) ? Infinity : at));
    return inOrder([asked, ...known, file, frame].map((at) => at - click));
  } finally {
    disk.stop();
  }
}

/** Corrects late observations: no event can have happened after its consequence. */
function inOrder(moments: readonly number[]): number[] {
  const unseen = PARTS[moments.findIndex(Number.isNaN)];
  assert(unseen === undefined, `nobody saw the moment when ${unseen}`);
  return moments.map((_, at) => Math.max(0, Math.min(...moments.slice(at))));
}
