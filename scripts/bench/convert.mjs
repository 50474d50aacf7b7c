import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bench as benchClip } from './clip.mjs';
import { startOrigin } from './origin.mjs';
import { startServer, timeWish } from './server.mjs';

const MINUTES = 60;
const PIECE_SECONDS = 60;
const ROUNDS = 3;
const MP3 = ['-c:a', 'libmp3lame', '-b:a', '320k', '-f', 'mp3'];

/** MP3 of 320 kbit/s from an hour of sound on loopback, against bare ffmpeg; then a clip. */
export async function bench() {
  await benchSound();
  await benchClip();
}

async function benchSound() {
  const folder = await mkdtemp(join(tmpdir(), 'dipper-bench-convert-'));
  const out = join(folder, 'out.mp3');
  try {
    makeHour(folder);
    const origin = await startOrigin(null, [folder]);
    const url = `${origin.url}/media/hour.m4a`;
    /** @type {Record<'ours' | 'bare', number[]>} */
    const found = { ours: [], bare: [] };
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        // A new server each time: nothing made before can be shared.
        const server = await startServer();
        const recipe = { kind: 'convert', to: 'mp3', bitrate: 320 };
        found.ours.push(await timeWish(server.url, `${url}?round=${Date.now()}`, recipe));
        await server.stop();
        const begun = performance.now();
        ffmpeg(['-i', url, '-map', '0:a', ...MP3, out]);
        found.bare.push((performance.now() - begun) / 1000);
      }
    } finally {
      await origin.stop();
    }
    const [own, theirs] = [median(found.ours), median(found.bare)];
    console.log(
      `MP3 320 kbit/s of ${MINUTES} minutes, ${ROUNDS} rounds in turn, medians\n` +
        `  ours, checked, with tags      ${own.toFixed(2)} s\n` +
        `  bare ffmpeg                   ${theirs.toFixed(2)} s, ratio ${(own / theirs).toFixed(2)}`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A minute of noise, again and again: nothing is as hard to encode.
 * @param {string} folder
 */
function makeHour(folder) {
  const [piece, hour] = [join(folder, 'piece.m4a'), join(folder, 'hour.m4a')];
  const noise = `anoisesrc=color=pink:sample_rate=44100:seed=1:duration=${PIECE_SECONDS}`;
  ffmpeg(['-f', 'lavfi', '-i', noise, '-ac', '2', '-c:a', 'aac', '-b:a', '160k', piece]);
  const times = (MINUTES * 60) / PIECE_SECONDS - 1;
  ffmpeg(['-stream_loop', String(times), '-i', piece, '-c', 'copy', hour]);
}

/** @param {string[]} argv */
function ffmpeg(argv) {
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...argv], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
