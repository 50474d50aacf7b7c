import assert from 'node:assert/strict';
import type { RequestListener, ServerResponse } from 'node:http';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '../programs/find-program.mjs';
import { inTurn, MB, timeRun, valuesOf, YT_DLP } from './harness/measure.js';
import type { Stage } from './harness/stage.js';
import { row, type Row, shown } from './harness/table.js';

export const title = 'one file from a source that limits each connection';

const FLAGS = ['--max-semi-space-size=4'];

export async function run(stage: Stage): Promise<Row[]> {
  const [size, rate, rounds] = stage.quick ? [2 * MB, 20 * MB, 2] : [613 * MB, 5 * MB, 3];
  const folder = await stage.folder();
  const origin = await stage.site(listener(size, rate));
  const hasAria = (await findProgram('aria2c')) !== undefined;
  const compare = async (path: string, limit: string): Promise<Row> => {
    const url = `${origin}/${path}.mp4`;
    const out = join(folder, 'peer.mp4');
    /** The seconds only; peak memory is not measured here. */
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
      ours: () =>
        stage.runAlone<{ seconds: number; peak: number }>(
          'our-fetcher.mjs',
          { folder, url, size },
          FLAGS,
        ),
      'aria2c -x16': () => aria(),
      'aria2c -x16 -k1M': () => aria('-k1M', '--file-allocation=none'),
      // A single connection takes minutes, so one round is enough.
      'yt-dlp': (round) =>
        round === 0 ? fetched(YT_DLP, '-q', '--no-warnings', '-o', out, url) : null,
    });
    const note = `${shown(Math.max(...valuesOf(found, 'peak').ours))} MB of memory at the peak`;
    const what = `etch of ${size / MB} MB, ${limit}`;
    return row(`f${what}`, 's', valuesOf(found, 'seconds'), { note, chart: `F${what}` });
  };
  return [
    await compare('throttled', `${rate / MB} MB/s for each connection`),
    await compare('free', 'no limit'),
  ];
}

/**
 * Serves ranges of a file: `/free…` as fast as possible, any other path at `rate` bytes/s per
 * connection.
 */
function listener(size: number, rate: number): RequestListener {
  return ({ method, url = '', headers }, response) => {
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
      void send(response, end - start, url.startsWith('/free') ? Infinity : rate);
    }
  };
}

/**
 * The time at which a connection may send again. A new request on the connection does not reset it.
 */
const freeAt = new WeakMap<object, number>();

/**
 * Sends bytes at a limited rate. @param limit bytes per second; the rate does not catch up after a
 * pause
 */
async function send(response: ServerResponse, bytes: number, limit: number): Promise<void> {
  const piece = Buffer.alloc(limit === Infinity ? 2 ** 20 : limit / 50, 'dipper');
  const { socket } = response;
  for (let left = bytes; left > 0 && !response.destroyed && socket !== null;) {
    const sent = piece.subarray(0, left);
    left -= sent.length;
    if (limit !== Infinity) {
      const now = performance.now();
      const from = Math.max(now - 40, freeAt.get(socket) ?? now);
      freeAt.set(socket, from + (sent.length / limit) * 1000);
      await new Promise((resolve) => setTimeout(resolve, from - now));
    }
    // `write` calls back when the data is flushed or the connection is closed.
    await new Promise((resolve) => response.write(sent, resolve));
  }
  response.end();
}
