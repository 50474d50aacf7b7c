import { execFile } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runnerImport } from 'vite';
import { fromRoot } from '../setup/repository.mjs';
import { startOrigin } from './origin.mjs';
import { startServer } from './server.mjs';
import { watchDisk } from './watch-disk.mjs';
import { seenInPage, watchPage } from './watch-page.mjs';

const run = promisify(execFile);

const SECONDS = 20;
const WARM_UPS = 2;
const ROUNDS = 7;

/** The parts of the wait, in order; each lasts until its moment, milliseconds since the click. */
const PARTS = /** @type {const} */ ({
  page: 'the preview page asks for its task',
  start: 'a worker begins',
  fetch: 'both streams are on disk',
  mux: 'the joined file is written',
  publish: 'it is checked and published',
  tell: 'the page asks for it',
  load: 'its first frame is there',
});

/** @typedef {Record<keyof typeof PARTS, number>} Moments */

/**
 * From the click on a format to the first frame of the video, in Chromium, everything on loopback: a
 * clip of 20 s whose picture and sound have to be joined, new to the server each time.
 */
export async function bench() {
  const origin = await startOrigin(null, [await makeClip()]);
  const server = await startServer();
  const browser = await openBrowser();
  try {
    /** @type {Moments[]} */
    const rounds = [];
    for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
      const context = await browser.newContext();
      const link = `${origin.url}/dash/plain.mpd?round=${round}`;
      rounds.push(await oneWait(await context.newPage(), server, link));
      await context.close();
    }
    report(rounds.slice(WARM_UPS));
  } finally {
    await browser.close();
    await server.stop();
    await origin.stop();
  }
}

/**
 * The clip that the origin plays instead of its own: as much picture for its bytes as sites have.
 * @returns {Promise<string>} its folder, which is kept
 */
async function makeClip() {
  /** @type {typeof runnerImport<typeof import('../../test/origin/make-media.js')>} */
  const load = runnerImport;
  const { module } = await load(fromRoot('test/origin/make-media.ts'), { configFile: false });
  return module.makeOnce(`preview-clip-${SECONDS}`, async (draft) => {
    const make = (/** @type {string[]} */ ...argv) =>
      run('ffmpeg', [...module.FFMPEG_QUIET, '-f', 'lavfi', '-i', ...argv]);
    await make(
      ...[`testsrc2=size=1280x720:rate=30:duration=${SECONDS}`, '-vf', 'noise=alls=12:allf=t'],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-b:v', '2500k', '-g', '150'],
      ...['-pix_fmt', 'yuv420p', '-movflags', '+faststart', join(draft, 'video-720.mp4')],
    );
    await make(
      ...[`anoisesrc=sample_rate=48000:duration=${SECONDS}`, '-ac', '2', '-c:a', 'aac'],
      ...['-b:a', '128k', '-movflags', '+faststart', join(draft, 'audio.m4a')],
    );
  });
}

async function openBrowser() {
  /** @type {typeof runnerImport<typeof import('../../test/e2e/browser.js')>} */
  const load = runnerImport;
  const { module } = await load(fromRoot('test/e2e/browser.ts'), { configFile: false });
  return module.openBrowser();
}

/**
 * @param {import('playwright-core').Page} page
 * @param {import('./server.mjs').BenchServer} server
 * @param {string} link
 * @returns {Promise<Moments>}
 */
async function oneWait(page, server, link) {
  await page.addInitScript(watchPage);
  await page.goto(server.url);
  await page.getByRole('textbox').fill(link);
  await page.getByRole('button', { name: 'Download Now' }).click();
  const format = page.getByRole('link', { name: /^Get 720p/ });
  await format.waitFor();
  // What is fetched ahead for a result is there by the time that a visitor has read it.
  await page.waitForLoadState('networkidle');
  const disk = watchDisk(join(server.dataDir, 'media'));
  try {
    await format.click();
    const failed = page.getByRole('alert').first().innerText();
    const seen = await Promise.race([
      page.evaluate(seenInPage),
      failed.then((text) => Promise.reject(new Error(text))),
    ]);
    return inOrder(seen, disk.seen);
  } finally {
    disk.stop();
  }
}

/**
 * @param {import('./watch-page.mjs').Seen} page
 * @param {import('./watch-disk.mjs').OnDisk} disk
 * @returns {Moments}
 */
function inOrder(page, disk) {
  const since = (/** @type {number} */ at) => at - page.click;
  return {
    page: since(page.asked),
    start: since(disk.begun),
    fetch: since(disk.fetched),
    mux: since(disk.muxed),
    publish: since(disk.published),
    tell: since(page.file),
    load: since(page.frame),
  };
}

/** @param {readonly number[]} values */
function median(values) {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}

/** @param {readonly Moments[]} rounds */
function report(rounds) {
  console.log(
    `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}; ${SECONDS} s of 720p, medians of ${rounds.length}\n`,
  );
  const names = /** @type {(keyof Moments)[]} */ (Object.keys(PARTS));
  names.forEach((name, at) => {
    const before = names[at - 1];
    const parts = rounds.map((round) => round[name] - (before === undefined ? 0 : round[before]));
    const [low, high] = [Math.min(...parts), Math.max(...parts)];
    console.log(
      `${name.padEnd(8)} ${median(parts).toFixed(0).padStart(5)} ms  (${low.toFixed(0)}-${high.toFixed(0)})  until ${PARTS[name]}`,
    );
  });
  const wholes = rounds.map(({ load }) => load);
  const [low, high] = [Math.min(...wholes), Math.max(...wholes)];
  console.log(
    `${'in all'.padEnd(8)} ${median(wholes).toFixed(0).padStart(5)} ms  (${low.toFixed(0)}-${high.toFixed(0)})`,
  );
}
