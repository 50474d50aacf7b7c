import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOrigin } from './origin.mjs';
import { startServer, timeWish } from './server.mjs';

const SOURCE_BYTES = 600e6;
const ROUNDS = 3;
const CLIP_SECONDS = 30;
/** Neither is a key frame. */
const START = 301.37;

/**
 * A clip of 30 s out of a file of 600 MB on loopback, exact to the frame: ours against bare ffmpeg
 * with the same edges, which has to encode all of it for that, and against its copy, whose edges are
 * key frames.
 */
export async function bench() {
  const folder = await mkdtemp(join(tmpdir(), 'dipper-bench-clip-'));
  const out = join(folder, 'out.mp4');
  try {
    const { size, seconds } = await makeLong(folder);
    const origin = await startOrigin(null, [folder]);
    const url = `${origin.url}/media/long.mp4`;
    /** @type {Record<'ours' | 'encoded' | 'copied' | 'fetched', number[]>} */
    const found = { ours: [], encoded: [], copied: [], fetched: [] };
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        // A new server each time: nothing made before can be shared.
        const server = await startServer();
        const before = await origin.sent();
        const recipe = { kind: 'clip', start: START, end: START + CLIP_SECONDS, as: 'video' };
        found.ours.push(await timeWish(server.url, `${url}?round=${Date.now()}`, recipe));
        found.fetched.push((await origin.sent()) - before);
        await server.stop();
        found.encoded.push(timed(cut(url, ['-c:v', 'libx264', '-c:a', 'aac'], out)));
        found.copied.push(timed(cut(url, ['-c', 'copy'], out)));
      }
    } finally {
      await origin.stop();
    }
    report(found, { size, seconds });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * H.264 of 720p with B-frames and a key frame every two seconds, 20 minutes: a piece, repeated.
 * @param {string} folder
 */
async function makeLong(folder) {
  const [piece, long] = [join(folder, 'piece.mp4'), join(folder, 'long.mp4')];
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=30:duration=8'];
  const sound = ['-f', 'lavfi', '-i', 'anoisesrc=sample_rate=48000:seed=1:duration=8'];
  const rate = ['-b:v', '4M', '-maxrate', '4M', '-bufsize', '4M', '-g', '60'];
  const noise = ['-vf', 'noise=alls=12:allf=t:all_seed=1', '-c:v', 'libx264'];
  const all = [...picture, ...sound, ...noise, '-preset', 'superfast', '-bf', '2', ...rate];
  ffmpeg([...all, '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '128k', piece]);
  const times = Math.round(SOURCE_BYTES / (await stat(piece)).size);
  const repeat = ['-stream_loop', String(times - 1), '-i', piece, '-c', 'copy'];
  ffmpeg([...repeat, '-movflags', '+faststart', long]);
  return { size: (await stat(long)).size, seconds: times * 8 };
}

/**
 * @param {string} url
 * @param {string[]} codecs
 * @param {string} out
 */
function cut(url, codecs, out) {
  return ['-ss', String(START), '-t', String(CLIP_SECONDS), '-i', url, ...codecs, out];
}

/** @param {string[]} argv */
function ffmpeg(argv) {
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...argv], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** @param {string[]} argv */
function timed(argv) {
  const begun = performance.now();
  ffmpeg(argv);
  return (performance.now() - begun) / 1000;
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/**
 * @param {Record<'ours' | 'encoded' | 'copied' | 'fetched', number[]>} found
 * @param {{ size: number, seconds: number }} source
 */
function report({ ours, encoded, copied, fetched }, { size, seconds }) {
  const [own, theirs] = [median(ours), median(encoded)];
  const share = (100 * median(fetched)) / size;
  console.log(
    `a clip of ${CLIP_SECONDS} s out of ${Math.round(size / 1e6)} MB (${seconds} s), ${ROUNDS} rounds in turn\n` +
      `  ours, exact to the frame      ${own.toFixed(2)} s\n` +
      `  bare ffmpeg, the same edges   ${theirs.toFixed(2)} s, ratio ${(own / theirs).toFixed(2)}\n` +
      `  bare ffmpeg, copy             ${median(copied).toFixed(2)} s, edges on key frames\n` +
      `  fetched of the source         ${(median(fetched) / 1e6).toFixed(1)} MB, ${share.toFixed(1)} %`,
  );
}
