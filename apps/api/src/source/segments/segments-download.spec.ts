import { createCipheriv } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitUntil } from '../../infra/testing/wait-until.js';
import { boundSize } from '../files/bounds.js';
import { SegmentsDownload } from './segments-download.js';
import { Fetching } from '../testing/fetching.js';
import { ManualClock } from '../testing/manual-clock.js';
import { shortenWaits } from '../testing/short-waits.js';
import { EXPECTED, acceptAll } from '../testing/accept-all.js';
import { turns } from '../testing/test-source.js';
import type { Segment, SegmentKey } from '../client/source-stream.js';

type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void;

/** A key, and the files on disk when no segment is waiting. */
const [KEY, LEFT] = [Buffer.alloc(16, 7), ['source', 'source.note']];
const bodyOf = (at: number): Buffer => Buffer.alloc(50_000 + at * 1000, at + 1);
const send = (
  response: http.ServerResponse,
  body: Buffer,
  headers: http.OutgoingHttpHeaders = {},
): void => {
  response
    .writeHead(200, { 'content-type': 'video/mp4', 'content-length': body.length, ...headers })
    .end(body);
};
/** Sends the requested part, and closes the connection after `cut` bytes. */
const sendPart = (
  request: http.IncomingMessage,
  response: http.ServerResponse,
  { body, cut = Infinity, etag = '"1"' }: { body: Buffer; cut?: number; etag?: string },
): void => {
  const [, from, to] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? [];
  const start = Number(from ?? 0);
  const end = to ? Math.min(Number(to) + 1, body.length) : body.length;
  const about = { 'content-type': 'video/mp4', 'content-length': end - start, etag };
  response.writeHead(
    from === undefined ? 200 : 206,
    from === undefined
      ? about
      : { ...about, 'content-range': `bytes ${start}-${end - 1}/${body.length}` },
  );
  response.write(body.subarray(start, Math.min(end, start + cut)), () =>
    end - start > cut ? response.socket?.destroySoon() : response.end(),
  );
};

shortenWaits();

describe('SegmentsDownload', () => {
  let server: http.Server;
  let base: string;
  let asked: { url: string; headers: http.IncomingHttpHeaders }[];
  let answer: Answer;
  let fetching: Fetching;

  beforeEach(async () => {
    asked = [];
    answer = (request, response) => send(response, bodyOf(numberIn(request.url)));
    server = http.createServer((request, response) => {
      asked.push({ url: request.url ?? '', headers: request.headers });
      answer(request, response);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    fetching = await Fetching.start({ clock: new ManualClock() });
  });
  afterEach(async () => {
    await fetching.end();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  const numberIn = (url = ''): number => Number(/seg(\d+)/.exec(url)?.[1]);
  const segmentsOf = (count: number, query = '', key: SegmentKey | null = null): Segment[] =>
    Array.from({ length: count }, (_, at) => ({
      url: `${base}/seg${at}.ts${query}`,
      range: null,
      key,
      expected: EXPECTED,
    }));
  const wholeOf = (count: number): Buffer =>
    Buffer.concat(Array.from({ length: count }, (_, at) => bodyOf(at)));
  const streamOf = (segments: Segment[], variant = ''): Parameters<SegmentsDownload['run']>[0] => ({
    segments,
    variant,
    origin: {
      url: `${base}/index.m3u8`,
      headers: { cookie: 'secret=1', referer: 'https://site.example/' },
    },
  });
  const onDisk = (): Promise<Buffer> => readFile(fetching.path());

  async function run(segments: Segment[], context = fetching.context()): Promise<void> {
    const download = new SegmentsDownload(fetching.path(), context, acceptAll());
    try {
      await download.run(streamOf(segments));
    } finally {
      await download.close();
    }
  }

  it('writes segments in order, whichever arrives first, and leaves only the file', async () => {
    const first: (() => void)[] = [];
    // In each pair, the segment requested last arrives first.
    answer = (request, response) => {
      const give = (): void => send(response, bodyOf(numberIn(request.url)));
      const other = first.pop();
      void (other === undefined ? first.push(give) : [give(), other()]);
    };
    const prefixes: number[] = [];
    await run(segmentsOf(20), fetching.context({ onPrefix: (bytes) => prefixes.push(bytes) }));
    expect((await onDisk()).equals(wholeOf(20))).toBe(true);
    expect(prefixes).toEqual(Array.from({ length: 21 }, (_, count) => wholeOf(count).length));
    expect(asked).toHaveLength(20);
    expect(fetching).toMatchObject({ arrived: wholeOf(20).length, received: wholeOf(20).length });
    expect(await readdir(fetching.folder)).toEqual(LEFT);
  });

  it('estimates the total from all segments received so far, not only from the first', async () => {
    answer = (request, response) =>
      send(response, Buffer.alloc(numberIn(request.url) === 0 ? 800 : 100_000));
    await run(segmentsOf(40));
    expect(fetching.totals).toEqual([]);
    expect(Math.min(...fetching.estimates)).toBeGreaterThan(1_500_000);
    expect(fetching.estimates.at(-1)).toBe(39 * 100_000 + 800);
  });

  it('resumes a segment that breaks off', async () => {
    answer = (request, response) =>
      sendPart(request, response, { body: bodyOf(numberIn(request.url)), cut: 20_000 });
    await run(segmentsOf(4));
    expect((await onDisk()).equals(wholeOf(4))).toBe(true);
    expect(fetching.received).toBe(wholeOf(4).length);
    expect(asked.find(({ headers }) => headers.range !== undefined)?.headers.range).toMatch(
      /^bytes=19488-$/,
    );
  });

  it('restarts a segment that has changed or whose source does not support ranges', async () => {
    const tries = new Map<string, number>();
    answer = (request, response) => {
      const count = (tries.get(request.url ?? '') ?? 0) + 1;
      tries.set(request.url ?? '', count);
      const body = Buffer.alloc(60_000, count === 1 ? 1 : 2);
      if (request.url?.includes('seg0')) {
        sendPart(request, response, {
          body,
          cut: count === 1 ? 20_000 : Infinity,
          etag: `"${count}"`,
        });
      } else {
        sendPart(Object.assign(request, { headers: {} }), response, {
          body,
          cut: count === 1 ? 20_000 : Infinity,
        });
      }
    };
    await run(segmentsOf(2));
    expect((await onDisk()).equals(Buffer.alloc(120_000, 2))).toBe(true);
    expect(fetching.arrived).toBe(120_000);
  });

  it('fetches byte ranges of one resource, and resumes them', async () => {
    const body = Buffer.concat([100, 30_000, 200].map((size, at) => Buffer.alloc(size, at)));
    answer = (request, response) => sendPart(request, response, { body, cut: 20_000 });
    const ranges = [
      { start: 0, end: 99 },
      { start: 100, end: 30_099 },
    ];
    await run(
      ranges.map((range) => ({ url: `${base}/all.mp4`, range, key: null, expected: EXPECTED })),
    );
    expect((await onDisk()).equals(body.subarray(0, 30_100))).toBe(true);
    expect(asked.map(({ headers }) => headers.range).sort()).toEqual([
      'bytes=0-99',
      'bytes=100-30099',
      'bytes=19588-30099',
    ]);
  });

  it.each<[string, Answer]>([
    ['returns the whole file', (_, response) => send(response, Buffer.alloc(500))],
    [
      'returns another range',
      (_, response) =>
        response
          .writeHead(206, { 'content-type': 'video/mp4', 'content-range': 'bytes 0-99/500' })
          .end(Buffer.alloc(100)),
    ],
  ])('rejects a source that %s for a byte range', async (_, bad) => {
    answer = bad;
    const range = { start: 100, end: 199 };
    await expect(
      run([{ url: `${base}/all.mp4`, range, key: null, expected: EXPECTED }]),
    ).rejects.toMatchObject({
      code: 'SOURCE_FAILED',
    });
  });

  describe('with encryption keys', () => {
    const iv = Buffer.alloc(16, 9);
    const encrypted = (at: number): Buffer => {
      const cipher = createCipheriv('aes-128-cbc', KEY, iv);
      return Buffer.concat([cipher.update(bodyOf(at)), cipher.final()]);
    };
    const key = (): SegmentKey => ({ url: `${base}/key`, iv });

    it('decrypts, and requests a key once', async () => {
      answer = (request, response) =>
        send(response, request.url === '/key' ? KEY : encrypted(numberIn(request.url)));
      await run(segmentsOf(10, '', key()));
      expect((await onDisk()).equals(wholeOf(10))).toBe(true);
      expect(asked.filter(({ url }) => url === '/key')).toHaveLength(1);
    });

    it.each([
      ['a wrong key', Buffer.alloc(16, 1)],
      ['an HTML page as key', Buffer.from('<html>')],
      ['a key that is too long', Buffer.alloc(65)],
    ])('fails with %s', async (_, wrong) => {
      answer = (request, response) =>
        send(response, request.url === '/key' ? wrong : encrypted(numberIn(request.url)));
      await expect(run(segmentsOf(3, '', key()))).rejects.toMatchObject({
        code: expect.stringMatching(/SOURCE_FAILED|NOT_MEDIA/) as string,
      });
    });

    it('requests a refused key again with new URLs', async () => {
      let isRenewed = false;
      answer = (request, response) => {
        if (request.url === '/key' && !isRenewed) {
          response.writeHead(403).end();
        } else {
          send(response, request.url === '/key' ? KEY : encrypted(numberIn(request.url)));
        }
      };
      const download = new SegmentsDownload(fetching.path(), fetching.context(), acceptAll());
      await expect(download.run(streamOf(segmentsOf(3, '', key())))).rejects.toMatchObject({
        status: 403,
      });
      isRenewed = true;
      await download.run(streamOf(segmentsOf(3, '?fresh', key())));
      await download.close();
      expect((await onDisk()).equals(wholeOf(3))).toBe(true);
      expect(fetching.arrived).toBe([0, 1, 2].reduce((sum, at) => sum + encrypted(at).length, 0));
    });
  });

  it('keeps fetching while one segment is slow, without holding lanes for finished segments', async () => {
    let slow: http.ServerResponse | null = null;
    answer = (request, response) => {
      if (numberIn(request.url) === 0) {
        slow = response;
      } else {
        send(response, bodyOf(numberIn(request.url)));
      }
    };
    const running = run(segmentsOf(100));
    // Exactly as many segments as may run ahead have been requested.
    await waitUntil(() => asked.length >= 48, 'the segments that may be ahead');
    await turns(100);
    expect(asked.length).toBe(48);
    answer = (request, response) => send(response, bodyOf(numberIn(request.url)));
    send(slow as unknown as http.ServerResponse, bodyOf(0));
    await running;
    expect((await onDisk()).equals(wholeOf(100))).toBe(true);
  });

  it.each([403, 429, 503])(
    'treats a %d next to successful segments as too many connections',
    async (status) => {
      const held: http.ServerResponse[] = [];
      answer = (_, response) => {
        if (asked.length <= 2) {
          held.push(response);
          response.writeHead(200, { 'content-type': 'video/mp4' }).flushHeaders();
        } else {
          response.writeHead(status).end();
        }
      };
      const running = run(segmentsOf(12));
      await waitUntil(() => asked.length === 4, 'two refusals');
      answer = (request, response) => send(response, bodyOf(numberIn(request.url)));
      await turns(100);
      expect(asked.length).toBe(4);
      held.forEach((response, at) => response.end(bodyOf(numberIn(asked[at]?.url))));
      await running;
      expect((await onDisk()).equals(wholeOf(12))).toBe(true);
      expect(fetching.received).toBe(wholeOf(12).length);
    },
  );

  describe('when the URLs expire during the download', () => {
    it('keeps segments that arrived before a failed one', async () => {
      const served: number[] = [];
      answer = (request, response) => {
        const at = numberIn(request.url);
        if (at === 3 && !request.url?.includes('fresh')) {
          response.writeHead(410).end();
        } else {
          served.push(at);
          send(response, bodyOf(at));
        }
      };
      const download = new SegmentsDownload(fetching.path(), fetching.context(), acceptAll());
      await expect(download.run(streamOf(segmentsOf(12)))).rejects.toMatchObject({ status: 410 });
      await download.run(streamOf(segmentsOf(12, '?fresh')));
      await download.close();
      expect((await onDisk()).equals(wholeOf(12))).toBe(true);
      expect(fetching.arrived).toBe(wholeOf(12).length);
      // The three segments before it were served once each.
      expect(served.filter((at) => at < 3)).toHaveLength(3);
      expect(await readdir(fetching.folder)).toEqual(LEFT);
    });

    const until =
      (last: number): Answer =>
      (request, response) => {
        if (numberIn(request.url) > last && !request.url?.includes('fresh')) {
          response.writeHead(403).end();
        } else {
          send(response, bodyOf(numberIn(request.url)));
        }
      };

    it('continues with the next segment and counts no byte twice', async () => {
      answer = until(5);
      const download = new SegmentsDownload(fetching.path(), fetching.context(), acceptAll());
      await expect(download.run(streamOf(segmentsOf(12)))).rejects.toMatchObject({ status: 403 });
      expect(fetching.arrived).toBe(wholeOf(6).length);
      expect(await readdir(fetching.folder)).toEqual(LEFT);
      await download.run(streamOf(segmentsOf(12, '?fresh')));
      await download.close();
      expect((await onDisk()).equals(wholeOf(12))).toBe(true);
      expect(asked.filter(({ url }) => url.includes('fresh'))).toHaveLength(6);
      expect(fetching.arrived).toBe(wholeOf(12).length);
    });

    it.each([
      ['has more segments', (): Segment[] => segmentsOf(13, '?fresh'), ''],
      [
        'lists other files',
        (): Segment[] =>
          segmentsOf(12, '?fresh').map((one) => ({ ...one, url: one.url.replace('.ts', '.m4s') })),
        '',
      ],
      ['is another variant', (): Segment[] => segmentsOf(12, '?fresh'), '{"BANDWIDTH":9}'],
    ])('starts over when the stream %s', async (_, fresh, variant) => {
      answer = until(5);
      const download = new SegmentsDownload(fetching.path(), fetching.context(), acceptAll());
      await expect(download.run(streamOf(segmentsOf(12)))).rejects.toMatchObject({ status: 403 });
      const segments = fresh();
      await download.run(streamOf(segments, variant));
      await download.close();
      expect((await onDisk()).equals(wholeOf(segments.length))).toBe(true);
      expect(fetching.arrived).toBe(wholeOf(segments.length).length);
    });
  });

  it('sends a cookie only to the host of the stream', async () => {
    const other = base.replace('127.0.0.1', '127.0.0.2');
    const far = http.createServer((request, response) => {
      asked.push({ url: 'far', headers: request.headers });
      send(response, Buffer.alloc(100));
    });
    await once(far.listen(Number(new URL(other).port), '127.0.0.2'), 'listening');
    await run([
      ...segmentsOf(1),
      { url: `${other}/seg1.ts`, range: null, key: null, expected: EXPECTED },
    ]);
    far.closeAllConnections();
    await new Promise((done) => far.close(done));
    const cookies = asked.map(({ url, headers }) => [
      url === 'far',
      headers.cookie,
      headers.referer,
    ]);
    expect(cookies).toEqual(
      expect.arrayContaining([
        [false, 'secret=1', 'https://site.example/'],
        [true, undefined, 'https://site.example/'],
      ]),
    );
  });

  it.each([
    ['403', 403, { status: 403 }],
    ['404', 404, { status: 404 }],
    ['repeated 500s', 500, { code: 'SOURCE_FAILED' }],
  ])('fails on %s', async (_, status, error) => {
    answer = (request, response) =>
      numberIn(request.url) === 2 ? response.writeHead(status).end() : send(response, bodyOf(0));
    await expect(run(segmentsOf(8))).rejects.toMatchObject(error);
    expect(await readdir(fetching.folder)).toEqual(LEFT);
  });

  it('stops above the size limit without an unhandled rejection', async () => {
    let arrived = 0;
    const onBytes = (count: number): void => {
      arrived += count;
      boundSize(count > 0 ? arrived : 0, 120_000);
    };
    await expect(run(segmentsOf(20), fetching.context({ onBytes }))).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
    });
    expect(asked.length).toBeLessThan(20);
  });

  it('stops on abort with nothing left running', async () => {
    answer = (request, response) =>
      numberIn(request.url) > 2 ? undefined : send(response, bodyOf(0));
    const running = run(segmentsOf(10));
    running.catch(() => undefined);
    // The first three segments are in the file, and the next one never arrives.
    await waitUntil(
      async () =>
        (await onDisk().catch(() => '')).length === 3 * bodyOf(0).length &&
        !(await readdir(fetching.folder)).includes('source.2'),
      'the first three segments',
    );
    fetching.abort.abort(new Error('stopped'));
    await expect(running).rejects.toThrow('stopped');
    expect(await readdir(fetching.folder)).toEqual(LEFT);
  });
});
