import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../origin/run-program.js';

export const SEGMENTS = 16;
const SEGMENT_SECONDS = 2;

/**
 * A site with one HLS stream of 16 segments. The segments get new URLs whenever the playlist is
 * read.
 */
export interface SegmentedSite {
  /** Returns a link to the playlist, which is different for each `variant`. */
  readonly playlist: (variant: string) => string;
  /** The segments that were requested, with the status of each response; 0 means no response. */
  readonly asked: { readonly segment: number; readonly status: number }[];
  /** The site does not respond to requests for this segment and later ones. */
  holdFrom: number;
  /** Makes the site refuse the URLs in use, until the playlist is read again. */
  readonly expireOnce: () => void;
  readonly close: () => Promise<void>;
}

async function makeStream(folder: string): Promise<void> {
  const seconds = SEGMENTS * SEGMENT_SECONDS;
  const keys = ['-force_key_frames', `expr:gte(t,n_forced*${SEGMENT_SECONDS})`];
  await runProgram(
    'ffmpeg',
    [
      ...['-v', 'error', '-nostdin'],
      ...['-f', 'lavfi', '-i', `testsrc=size=320x180:rate=25:duration=${seconds}`],
      ...['-f', 'lavfi', '-i', `sine=frequency=330:sample_rate=48000:duration=${seconds}`],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', ...keys],
      ...['-c:a', 'aac', '-f', 'hls', '-hls_time', String(SEGMENT_SECONDS), '-hls_list_size', '0'],
      ...['-hls_segment_filename', 'part-%d.ts', 'index.m3u8'],
    ],
    folder,
  );
}

export async function startSegmentedSite(): Promise<SegmentedSite> {
  const folder = await mkdtemp(join(tmpdir(), 'dipper-segmented-'));
  await makeStream(folder);
  const playlist = await readFile(join(folder, 'index.m3u8'), 'utf8');
  const asked: SegmentedSite['asked'] = [];
  let readings = 0;
  /**
   * The site refuses the URLs of all playlists up to this one. If null, the playlist of the next
   * requested segment becomes the limit.
   */
  let expired: number | null = 0;
  let holdFrom = Infinity;

  const sendSegment = async (url: URL, response: ServerResponse): Promise<void> => {
    const segment = Number(/part-(\d+)/.exec(url.pathname)?.[1]);
    const token = Number(url.searchParams.get('token'));
    if (segment >= holdFrom) {
      asked.push({ segment, status: 0 });
      return;
    }
    expired ??= token;
    const status = token <= expired ? 403 : 200;
    asked.push({ segment, status });
    const body = status === 200 ? await readFile(join(folder, `part-${segment}.ts`)) : '';
    response.writeHead(status, { 'content-type': 'video/mp2t' }).end(body);
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://site.invalid');
    if (url.pathname.endsWith('.m3u8')) {
      readings += 1;
      const body = playlist.replace(/^(part-.*)$/gm, `$1?token=${readings}`);
      response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' }).end(body);
    } else {
      sendSegment(url, response).catch(() => response.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    playlist: (variant) => `${address}/index.m3u8?${variant}`,
    asked,
    get holdFrom() {
      return holdFrom;
    },
    set holdFrom(segment) {
      holdFrom = segment;
    },
    expireOnce: () => {
      expired = null;
    },
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await rm(folder, { recursive: true });
    },
  };
}
