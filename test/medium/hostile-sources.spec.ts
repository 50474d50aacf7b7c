import { ERRORS } from '@dipper/contract';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  LONGEST_HOLD,
  referenceMs,
  threadMs,
} from '../../apps/api/src/infra/testing/hostile-texts.js';
import { pick, taskOf, TestClient } from '../harness/client.js';
import { TestServer } from '../harness/server.js';

/**
 * Twice the limit for parsers (hostile-texts.spec.ts), because code that has just started is not
 * optimized yet.
 */
const LONGEST_HOLD_OF_SERVER = 2 * LONGEST_HOLD;
const MIB = 1024 * 1024;
const GOOD =
  '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n0.ts\n#EXTINF:4,\n1.ts\n#EXT-X-ENDLIST\n';
const many = (text: string, bytes: number): string => text.repeat(Math.ceil(bytes / text.length));
const withLines = (lines: string): string =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:4\n${lines}\n#EXT-X-ENDLIST\n`;
const segment = Buffer.alloc(500_000);

/** The hostile playlist at each path. The search gets a valid playlist first. */
const PLAYLISTS: Readonly<Record<string, string>> = {
  commas: withLines(`#EXT-X-STREAM-INF:${','.repeat(40_000)}\n1.m3u8`),
  keys: withLines(`#EXT-X-KEY:${','.repeat(60_000)}\n#EXTINF:4,\n1.ts`),
  lists: withLines(many(`#EXT-X-MAP:${'a,'.repeat(8000)}\n`, 7 * MIB)),
  equals: withLines(`#EXT-X-KEY:METHOD=AES-128,URI="${'='.repeat(16_000)}"\n#EXTINF:4,\n1.ts`),
  quotes: withLines(many(`#EXT-X-STREAM-INF:A="${'",'.repeat(8000)}\n1.m3u8\n`, 7 * MIB)),
  segments: withLines(many('#EXTINF:4,\n1.ts\n', 7 * MIB)),
  letters: withLines(many('a\n', 7 * MIB)),
  line: withLines('a'.repeat(7 * MIB)),
  vectors: withLines('#EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x1,IV=x\n#EXTINF:4,\n1.ts'),
};
const STALLS = withLines(
  Array.from({ length: 12 }, (_, at) => `#EXTINF:4,\nstall/${at}.ts`).join('\n'),
);
const PRIVATE = `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT8S">
  <Period><BaseURL>http://10.1.2.3/private/</BaseURL><AdaptationSet mimeType="video/mp4" codecs="avc1.42E01E">
  <Representation id="v" bandwidth="100000" width="320" height="180"><SegmentTemplate media="$Number$.m4s"
  initialization="init.mp4" duration="4" timescale="1" startNumber="1"/></Representation></AdaptationSet></Period></MPD>`;

let server: TestServer;
let client: TestClient;
let origin: Server;
let address: string;
/** This is set after the searches. From then on, the tasks get the hostile playlists. */
let isHostile = false;

beforeAll(async () => {
  origin = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0]?.slice(1) ?? '';
    if (path === 'private.mpd') {
      response.writeHead(200, { 'content-type': 'application/dash+xml' }).end(PRIVATE);
    } else if (path === 'stall/0.ts') {
      // Every request gets the headers, 50 kB, and then nothing more.
      response.writeHead(200, { 'content-type': 'video/mp2t', 'content-length': segment.length });
      response.write(segment.subarray(0, 50_000));
    } else if (path.endsWith('.ts')) {
      response.writeHead(200, { 'content-type': 'video/mp2t' }).end(segment);
    } else {
      const hostile = path.startsWith('stall') ? STALLS : PLAYLISTS[path.replace('.m3u8', '')];
      response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' });
      response.end(isHostile ? hostile : GOOD);
    }
  }).listen(0, '127.0.0.1');
  await once(origin, 'listening');
  address = `http://127.0.0.1:${(origin.address() as AddressInfo).port}`;
  server = await TestServer.shared();
  client = new TestClient(server);
});
afterAll(async () => {
  await server.stop();
  origin.close();
  origin.closeAllConnections();
});

/**
 * Returns the most CPU time that the event loop took to respond to one visitor while `work` ran, in
 * multiples of `referenceMs()`.
 */
async function longestHold(work: Promise<unknown>): Promise<number> {
  let [longest, isOver] = [0, false];
  const over = work.finally(() => (isOver = true));
  while (!isOver) {
    const before = threadMs(server.pid);
    await (await client.fetch('/api/health')).arrayBuffer();
    longest = Math.max(longest, threadMs(server.pid) - before);
  }
  await over;
  return longest / Math.max(referenceMs(), referenceMs());
}

const taskFor = async (name: string): Promise<string> =>
  taskOf(pick(await client.search(`${address}/${name}.m3u8`), ({ kind }) => kind === 'hls'));

it('fails tasks with hostile playlists without blocking other visitors', async () => {
  const names = Object.keys(PLAYLISTS);
  const tasks = new Map<string, string>();
  for (const name of [...names, 'stall']) {
    tasks.set(name, await taskFor(name));
  }
  isHostile = true;
  const ends: Record<string, string> = {};
  const follow = async (name: string): Promise<void> => {
    const { status, error_code: code } = await client.merge(tasks.get(name) ?? '');
    ends[name] = `${status} ${code}`;
  };
  const longest = await longestHold(Promise.all(names.map(follow)));
  await follow('stall');
  expect(ends).toEqual({
    ...Object.fromEntries(names.map((name) => [name, 'error SOURCE_FAILED'])),
    // The URL of the playlist's key is longer than allowed.
    equals: 'error ADDRESS_NOT_ALLOWED',
    lists: 'error SOURCE_INCOMPLETE',
    // A master playlist whose best stream is another master playlist.
    quotes: 'error NOT_MEDIA',
    stall: 'error SOURCE_TIMEOUT',
  });
  expect(longest).toBeLessThan(LONGEST_HOLD_OF_SERVER);
});

it('does not block other visitors while it reads a link that ends in 5,000 parentheses', async () => {
  const link = encodeURIComponent(`https://a/${')'.repeat(5000)}`);
  await (await client.fetch(`/?url=${link}`)).arrayBuffer();
  const ask = async (): Promise<void> => {
    // Request one link at a time, because each page takes time to render.
    for (const name of ['url', 'text', 'title', 'url']) {
      const answer = await client.fetch(`/?${name}=${link}`);
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    }
  };
  expect(await longestHold(ask())).toBeLessThan(LONGEST_HOLD_OF_SERVER);
});

it('does not list a format whose segments are on a private address', async () => {
  expect(await client.searchRefusal(`${address}/private.mpd`)).toMatchObject({
    code: 'ADDRESS_NOT_ALLOWED',
    status: ERRORS.ADDRESS_NOT_ALLOWED.status,
  });
});
