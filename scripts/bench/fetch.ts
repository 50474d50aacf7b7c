import assert from 'node:assert/strict';
import { rm, stat } from 'node:fs/promises';
import type { RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ByteRange, byteRange } from '../../test/origin/byte-range.js';
import { findProgram } from '../programs/find-program.mjs';
import { inTurn, MB, timeRun, valuesOf, YT_DLP } from './harness/measure.js';
import type { Stage } from './harness/stage.js';
import { row, type Row, shown } from './harness/table.js';

export const title = 'one file from a source that limits each connection, and several at once';

const FILES = 5;

/** The report of `our-fetcher.mjs`: the seconds that each file took, and the peak memory in MB. */
interface Fetched {
  readonly seconds: readonly number[];
  readonly peak: number;
}

export async function run(stage: Stage): Promise<Row[]> {
  const [size, rate, rounds] = stage.quick ? [2 * MB, 20 * MB, 1] : [613 * MB, 5 * MB, 3];
  const served = { bytes: 0 };
  const origin = await stage.site(listener(served));
  const folder = await stage.folder();
  const hasAria = (await findProgram('aria2c')) !== undefined;

  /** Fetches files of that size in total, at once. */
  const ours = async (limit: number, files = 1) => {
    served.bytes = 0;
    const each = Math.floor(size / files);
    const urls = Array.from({ length: files }, (_, at) => `${origin}/${limit}/${each}?${at}`);
    const job = { folder, urls, size: each };
    const flags = ['--max-semi-space-size=4'];
    const { seconds, peak } = await stage.runAlone<Fetched>('our-fetcher.mjs', job, flags);
    const surplus = served.bytes - each * files;
    // A part is requested again if its lane seems to be stuck, and beside the test suite every lane
    // may seem so. Of a small file, one part is more than a tenth.
    assert(stage.quick || surplus < 0.1 * size, `the source has sent ${surplus} bytes twice`);
    return { first: Math.min(...seconds), last: Math.max(...seconds), peak };
  };

  const peer = async (command: string, ...argv: string[]) => {
    const last = await timeRun(command, argv);
    const out = join(folder, 'peer.mp4');
    const { size: found } = await stat(out);
    assert(found === size, `${command} fetched ${found} bytes of ${size}`);
    await rm(out);
    return { first: last, last, peak: NaN };
  };

  const contenders = (limit: number) => {
    const url = `${origin}/${limit}/${size}`;
    const aria = ['-q', '-x16', '-s16', '-d', folder, '-o', 'peer.mp4', url];
    const ytdlp = ['-q', '--no-warnings', '-o', join(folder, 'peer.mp4'), url];
    return {
      ours: () => ours(limit),
      'aria2c -x16': () => (hasAria ? peer('aria2c', ...aria) : null),
      // A single connection takes minutes, so one round is enough. The short form has seen it.
      'yt-dlp': (round: number) =>
        round === 0 && !(stage.quick && limit === Infinity) ? peer(YT_DLP, ...ytdlp) : null,
    };
  };

  const { several, ...throttled } = await inTurn(rounds, {
    ...contenders(rate),
    several: () => ours(rate, FILES),
  });
  const free = await inTurn(rounds, contenders(Infinity));
  const compare = (how: string, found: typeof free): Row => {
    const note = `${shown(Math.max(...valuesOf(found, 'peak').ours))} MB of memory at the peak`;
    const what = `fetch of ${size / MB} MB, ${how}`;
    return row(what, 's', valuesOf(found, 'last'), { note, inChart: true });
  };
  const together = valuesOf({ ours: several, 'one file': throttled.ours }, 'last');
  const first = Math.min(...several.map((one) => one.first));
  return [
    compare(`${rate / MB} MB/s for each connection`, throttled),
    compare('no limit', free),
    row(`${FILES} files at once, ${size / MB} MB in all`, 's', together, {
      note: `the first was done after ${shown(first)} s`,
    }),
  ];
}

/**
 * Serves ranges of files at `/RATE/SIZE`, at that many bytes/s per connection.
 * @param served counts the bytes sent
 */
const listener =
  (served: { bytes: number }): RequestListener =>
  ({ method, url = '', headers }, response) => {
    const [, limit = NaN, size = NaN] = url.split(/[/?]/).map(Number);
    const range = byteRange(headers.range, size);
    const { start, end } = range === null || range === 'unsatisfiable' ? whole(size) : range;
    response.writeHead(range === null ? 200 : 206, {
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-length': end + 1 - start,
      etag: '"1"',
      ...(range !== null && { 'content-range': `bytes ${start}-${end}/${size}` }),
    });
    if (method === 'HEAD') {
      response.end();
    } else {
      void send(response, { start, end, limit }, served);
    }
  };

const whole = (size: number): ByteRange => ({ start: 0, end: size - 1 });

/** The content of a file is this word, repeated. */
const WORD = 'dipper';

/**
 * The time at which a connection may send again. A new request on the connection does not reset it.
 */
const freeAt = new WeakMap<object, number>();

/** Sends a part of the content. The rate does not catch up after a pause. */
async function send(
  response: ServerResponse,
  { start, end, limit }: ByteRange & { limit: number },
  served: { bytes: number },
): Promise<void> {
  const most = Math.min(2 ** 20, limit / 50);
  const content = Buffer.alloc(most + WORD.length, WORD);
  const { socket } = response;
  for (let at = start; at <= end && !response.destroyed && socket !== null;) {
    // Each range must continue the repeated word, because Dipper compares overlapping ranges.
    const offset = at % WORD.length;
    const sent = content.subarray(offset, offset + Math.min(most, end + 1 - at));
    at += sent.length;
    if (limit !== Infinity) {
      const now = performance.now();
      const from = Math.max(now - 40, freeAt.get(socket) ?? now);
      freeAt.set(socket, from + (sent.length / limit) * 1000);
      await delay(from - now);
    }
    // `write` calls back when the data is flushed or the connection is closed.
    await new Promise((resolve) => response.write(sent, resolve));
    served.bytes += sent.length;
  }
  response.end();
}
