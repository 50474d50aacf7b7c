import assert from 'node:assert/strict';
import type { RequestListener, ServerResponse } from 'node:http';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '../programs/find-program.mjs';
import { inTurn, MB, timeRun, valuesOf, YT_DLP } from './harness/measure.js';
import type { Stage } from './harness/stage.js';
import { row, type Row, shown } from './harness/table.js';

export const title = 'one file from a source that limits each connection, and several at once';

const FLAGS = ['--max-semi-space-size=4'];

/** The report of `our-fetcher.mjs`: the seconds that each file took, and the peak memory in MB. */
interface Fetched {
  readonly seconds: readonly number[];
  readonly peak: number;
}

export async function run(stage: Stage): Promise<Row[]> {
  const [size, rate, rounds] = stage.quick ? [2 * MB, 20 * MB, 2] : [613 * MB, 5 * MB, 3];
  const served = { bytes: 0 };
  const origin = await stage.site(listener(rate, served));
  const job: Job = { stage, origin, served, size, rounds, folder: await stage.folder() };
  const hasAria = (await findProgram('aria2c')) !== undefined;
  return [
    await compare(job, {
      path: 'throttled',
      limit: `${rate / MB} MB/s for each connection`,
      hasAria,
    }),
    await compare(job, { path: 'free', limit: 'no limit', hasAria }),
    await atOnce(job, 2),
    await atOnce(job, 5),
  ];
}

interface Job {
  readonly stage: Stage;
  readonly origin: string;
  /** Counts the bytes that the origin has sent. */
  readonly served: { bytes: number };
  readonly size: number;
  readonly rounds: number;
  readonly folder: string;
}

/** Fetches files of the same size concurrently, with our fetcher. */
async function ours(job: Job, path: string, files: number): Promise<Fetched> {
  const { stage, origin, served, folder } = job;
  served.bytes = 0;
  const size = Math.floor(job.size / files);
  const urls = Array.from({ length: files }, (_, file) => `${origin}/${path}/${size}?${file}`);
  const found = await stage.runAlone<Fetched>('our-fetcher.mjs', { folder, urls, size }, FLAGS);
  const surplus = served.bytes - size * files;
  // A part is requested again if its lane seems to be stuck, and beside the test suite every lane
  // may seem so. Of a small file, one part is more than a tenth.
  assert(stage.quick || surplus < 0.1 * job.size, `the source has sent ${surplus} bytes twice`);
  return found;
}

async function compare(
  job: Job,
  { path, limit, hasAria }: { path: string; limit: string; hasAria: boolean },
): Promise<Row> {
  const { origin, size, rounds, folder } = job;
  const url = `${origin}/${path}/${size}`;
  const out = join(folder, 'peer.mp4');
  /** Returns only the seconds, because peak memory is not measured here. */
  const fetched = async (command: string, ...argv: string[]) => {
    const seconds = await timeRun(command, argv);
    const { size: found } = await stat(out);
    assert(found === size, `${command} fetched ${found} bytes of ${size}`);
    await rm(out);
    return { seconds, peak: 0 };
  };
  const aria = (...options: string[]) => {
    const target = ['-d', folder, '-o', 'peer.mp4', url];
    return hasAria ? fetched('aria2c', '-q', '-x16', '-s16', ...options, ...target) : null;
  };
  const found = await inTurn(rounds, {
    ours: async () => {
      const { seconds, peak } = await ours(job, path, 1);
      return { seconds: Math.max(...seconds), peak };
    },
    'aria2c -x16': () => aria(),
    'aria2c -x16 -k1M': () => aria('-k1M', '--file-allocation=none'),
    // A single connection takes minutes, so one round is enough.
    'yt-dlp': (round) =>
      round === 0 ? fetched(YT_DLP, '-q', '--no-warnings', '-o', out, url) : null,
  });
  const note = `${shown(Math.max(...valuesOf(found, 'peak').ours))} MB of memory at the peak`;
  const what = `etch of ${size / MB} MB, ${limit}`;
  return row(`f${what}`, 's', valuesOf(found, 'seconds'), { note, chart: `F${what}` });
}

/** Compares several files from one throttled host with one file of their total size. */
async function atOnce(job: Job, files: number): Promise<Row> {
  const firsts: number[] = [];
  const values = await inTurn(job.rounds, {
    ours: async () => {
      const { seconds } = await ours(job, 'throttled', files);
      firsts.push(Math.min(...seconds));
      return Math.max(...seconds);
    },
    'one file': async () => Math.max(...(await ours(job, 'throttled', 1)).seconds),
  });
  const note = `the first was done after ${shown(Math.min(...firsts))} s`;
  return row(`${files} files at once, ${job.size / MB} MB in all`, 's', values, { note });
}

/**
 * Serves ranges of files whose size is in the path: `/free/…` as fast as possible, any other path at
 * `rate` bytes/s per connection.
 * @param served counts the bytes sent
 */
function listener(rate: number, served: { bytes: number }): RequestListener {
  return ({ method, url = '', headers }, response) => {
    const size = Number(/^\/\w+\/(\d+)/.exec(url)?.[1]);
    const asked = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '');
    const start = Number(asked?.[1] ?? 0);
    const end = asked?.[2] ? Math.min(Number(asked[2]) + 1, size) : size;
    response.writeHead(asked === null ? 200 : 206, {
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-length': end - start,
      etag: '"1"',
      ...(asked !== null && { 'content-range': `bytes ${start}-${end - 1}/${size}` }),
    });
    if (method === 'HEAD') {
      response.end();
    } else {
      const limit = url.startsWith('/free') ? Infinity : rate;
      void send(response, [start, end], { limit, onSent: (bytes) => (served.bytes += bytes) });
    }
  };
}

/** The content of a file is this word, repeated. */
const WORD = 'dipper';

/**
 * The time at which a connection may send again. A new request on the connection does not reset it.
 */
const freeAt = new WeakMap<object, number>();

/**
 * Sends a part of the content.
 * @param limit bytes per second; the rate does not catch up after a pause
 */
async function send(
  response: ServerResponse,
  [start, end]: readonly [number, number],
  { limit, onSent }: { limit: number; onSent: (bytes: number) => void },
): Promise<void> {
  const most = limit === Infinity ? 2 ** 20 : limit / 50;
  const content = Buffer.alloc(most + WORD.length, WORD);
  const { socket } = response;
  for (let at = start; at < end && !response.destroyed && socket !== null;) {
    // Each range must continue the repeated word, because Dipper compares overlapping ranges.
    const offset = at % WORD.length;
    const sent = content.subarray(offset, offset + Math.min(most, end - at));
    at += sent.length;
    if (limit !== Infinity) {
      const now = performance.now();
      const from = Math.max(now - 40, freeAt.get(socket) ?? now);
      freeAt.set(socket, from + (sent.length / limit) * 1000);
      await new Promise((resolve) => setTimeout(resolve, from - now));
    }
    // `write` calls back when the data is flushed or the connection is closed.
    await new Promise((resolve) => response.write(sent, resolve));
    onSent(sent.length);
  }
  response.end();
}
