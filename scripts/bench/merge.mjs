import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { ROOT as root } from '../setup/root.mjs';
import { startServices } from '../testing/services.mjs';
import { watchMemory } from './memory.mjs';
import { startOrigin } from './origin.mjs';
import { startServer, timeMerge } from './server.mjs';

const BIG = 600e6;
const SMALL = 150e6;
const ROUNDS = 5;

const BUNDLED = join(root, 'node_modules/yt-dlp-exec/bin/yt-dlp');
const YT_DLP = process.env.YT_DLP_PATH ?? (existsSync(BUNDLED) ? BUNDLED : 'yt-dlp');

/** Two streams of 600 MB together on loopback: ours against the yt-dlp command line and bare ffmpeg. */
export async function benchMerge() {
  const folder = await mkdtemp(join(tmpdir(), 'dipper-bench-out-'));
  const services = await startServices();
  const env = { DATABASE_URL: services.databaseUrl, SECRET: 'only for this benchmark' };
  try {
    machine();
    const small = await round(SMALL, 1, env, folder);
    const big = await round(BIG, ROUNDS, env, folder);
    report(big, small);
  } finally {
    await services.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Files go through memory, and a virtual machine is slow (measured: 3×) on memory that its host has
 * taken back: whoever comes after a pause would pay for it. So before each is timed, as much as it
 * will use is touched and given free again.
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

function ytdlpArgv(url, out) {
  return ['-q', '--no-warnings', '-f', 'big-video+big-audio', '-o', out, url];
}

/** @returns {Promise<{ ours: number[], ytdlp: number[], http: number[], local: number[], memory: number }>} */
async function round(bytes, rounds, env, folder) {
  const origin = await startOrigin(bytes);
  const [out, again] = ['out.mp4', 'again.mp4'].map((name) => join(folder, name));
  const [video, audio] = ['big-video.mp4', 'big-audio.m4a'].map(
    (name) => `${origin.url}/media/${name}`,
  );
  const times = { ours: [], ytdlp: [], http: [], local: [], memory: 0 };
  try {
    for (let at = 0; at < rounds; at += 1) {
      // A new server each time: nothing made before can be shared.
      const server = await startServer(env);
      const memory = watchMemory(server.pid);
      await touchMemory(folder, bytes);
      times.ours.push(
        await timeMerge(server.url, `${origin.url}/dash/big.mpd?round=${Date.now()}`),
      );
      times.memory = Math.max(times.memory, memory.stop());
      await server.stop();
      await touchMemory(folder, bytes);
      times.ytdlp.push(timed(YT_DLP, ytdlpArgv(`${origin.url}/dash/big.mpd`, out)));
      await rm(out);
      await touchMemory(folder, bytes);
      times.http.push(
        timed('ffmpeg', ['-v', 'error', '-i', video, '-i', audio, '-c', 'copy', out]),
      );
      await touchMemory(folder, bytes);
      times.local.push(
        timed('ffmpeg', ['-v', 'error', '-i', out, '-c', 'copy', '-movflags', '+faststart', again]),
      );
      await Promise.all([rm(out), rm(again)]);
    }
  } finally {
    await origin.stop();
  }
  return times;
}

function timed(command, argv) {
  const begun = performance.now();
  execFileSync(command, argv, { stdio: ['ignore', 'ignore', 'inherit'] });
  return (performance.now() - begun) / 1000;
}

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

function report(big, small) {
  const ours = median(big.ours);
  const row = (name, times) => {
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
  console.log(
    `\nserver memory at its peak: ${big.memory} MB with ${BIG / 1e6} MB, ${small.memory} MB with ${SMALL / 1e6} MB`,
  );
}
