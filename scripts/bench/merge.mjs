import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fromRoot } from '../setup/repository.mjs';
import { startServices } from '../testing/services.mjs';
import { timeGate } from './gate.mjs';
import { watchMemory } from './watch-memory.mjs';
import { startOrigin } from './origin.mjs';
import { startServer, timeMerge } from './server.mjs';

const BIG = 600e6;
const SMALL = 150e6;
const ROUNDS = 5;

const BUNDLED = fromRoot('node_modules/yt-dlp-exec/bin/yt-dlp');
const YT_DLP = process.env.YT_DLP_PATH ?? (existsSync(BUNDLED) ? BUNDLED : 'yt-dlp');

/** The origin's manifests of two big streams, and their layout. */
const LAYOUTS = {
  big: 'progressive MP4 (one index)',
  'big-fragmented': 'fragmented MP4 (as YouTube serves it)',
};

/** Two streams of 600 MB together on loopback: ours against the yt-dlp command line and bare ffmpeg. */
export async function bench() {
  const folder = await mkdtemp(join(tmpdir(), 'dipper-bench-out-'));
  const services = await startServices();
  const env = { DATABASE_URL: services.databaseUrl, SECRET: 'only for this benchmark' };
  try {
    machine();
    for (const [name, layout] of Object.entries(LAYOUTS)) {
      const small = await round({ name, bytes: SMALL, rounds: 1 }, env, folder);
      const big = await round({ name, bytes: BIG, rounds: ROUNDS }, env, folder);
      report(layout, big, small);
    }
  } finally {
    await services.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Files go through memory, and a virtual machine is slow (measured: 3×) on memory that its host has
 * taken back: whoever comes after a pause would pay for it. So before each is timed, as much as it
 * will use is touched and given free again.
 * @param {string} folder
 * @param {number} bytes
 */
async function touchMemory(folder, bytes) {
  const path = join(folder, 'touch');
  const file = await open(path, 'w');
  const piece = Buffer.alloc(8 * 2 ** 20, 1);
  for (let written = 0; written < bytes * 3; written += piece.length) {
    await file.write(piece);
  }
  await file.close();
  await rm(path);
}

/**
 * @param {string} url
 * @param {string} name of the layout
 * @param {string} out
 */
function ytdlpArgv(url, name, out) {
  return ['-q', '--no-warnings', '-f', `${name}-video+${name}-audio`, '-o', out, url];
}

/**
 * @typedef {{ ours: number[], ytdlp: number[], http: number[], local: number[], gate: number[], memory: number }} Times seconds, and MB
 *
 * @param {{ name: string, bytes: number, rounds: number }} layout
 * @param {Record<string, string>} env
 * @param {string} folder
 * @returns {Promise<Times>}
 */
async function round({ name, bytes, rounds }, env, folder) {
  const origin = await startOrigin(bytes);
  const [out, again] = [join(folder, 'out.mp4'), join(folder, 'again.mp4')];
  const manifest = `${origin.url}/dash/${name}.mpd`;
  const video = `${origin.url}/media/${name}-video.mp4`;
  const audio = `${origin.url}/media/${name}-audio.m4a`;
  /** @type {Times} */
  const times = { ours: [], ytdlp: [], http: [], local: [], gate: [], memory: 0 };
  try {
    for (let at = 0; at < rounds; at += 1) {
      // A new server each time: nothing made before can be shared.
      const server = await startServer(env);
      const memory = watchMemory(server.pid);
      await touchMemory(folder, bytes);
      times.ours.push(await timeMerge(server.url, `${manifest}?round=${Date.now()}`));
      times.memory = Math.max(times.memory, memory.stop());
      await server.stop();
      await touchMemory(folder, bytes);
      times.ytdlp.push(timed(YT_DLP, ytdlpArgv(manifest, name, out)));
      await rm(out);
      await touchMemory(folder, bytes);
      times.http.push(
        timed('ffmpeg', ['-v', 'error', '-i', video, '-i', audio, '-c', 'copy', out]),
      );
      await touchMemory(folder, bytes);
      times.local.push(
        timed('ffmpeg', ['-v', 'error', '-i', out, '-c', 'copy', '-movflags', '+faststart', again]),
      );
      times.gate.push(await timeGate(again));
      await Promise.all([rm(out), rm(again)]);
    }
  } finally {
    await origin.stop();
  }
  return times;
}

/**
 * @param {string} command
 * @param {string[]} argv
 */
function timed(command, argv) {
  const begun = performance.now();
  execFileSync(command, argv, { stdio: ['ignore', 'ignore', 'inherit'] });
  return (performance.now() - begun) / 1000;
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function machine() {
  const version = execFileSync(YT_DLP, ['--version'], { encoding: 'utf8' }).trim();
  const ffmpeg = /version (\S+)/.exec(
    execFileSync('ffmpeg', ['-version'], { encoding: 'utf8' }),
  )?.[1];
  console.log(
    `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, ` +
      `Node ${process.version}, yt-dlp ${version}, ffmpeg ${ffmpeg}`,
  );
  console.log(
    `two streams of ${BIG / 1e6} MB together, loopback, unthrottled, ${ROUNDS} rounds in turn\n`,
  );
}

/**
 * @param {string} layout
 * @param {Times} big
 * @param {Times} small
 */
function report(layout, big, small) {
  console.log(`${layout}\n`);
  const ours = median(big.ours);
  const row = (/** @type {string} */ name, /** @type {number[]} */ times) => {
    const [low, high] = [Math.min(...times), Math.max(...times)];
    const ratio = (ours / median(times)).toFixed(2);
    console.log(
      `${name.padEnd(44)} ${median(times).toFixed(2)} s  (${low.toFixed(2)}-${high.toFixed(2)})  ours / this = ${ratio}`,
    );
  };
  row('ours: start-merge to complete', big.ours);
  row('yt-dlp -f v+a (with its extraction)', big.ytdlp);
  row('ffmpeg -c copy from http, index at the end', big.http);
  row('ffmpeg -c copy +faststart from disk', big.local);
  row('our check by itself, from disk', big.gate);
  console.log(
    `\nserver memory at its peak: ${big.memory} MB with ${BIG / 1e6} MB, ${small.memory} MB with ${SMALL / 1e6} MB\n`,
  );
}
