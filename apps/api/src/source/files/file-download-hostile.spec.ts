import { waitUntil } from '../../infra/testing/wait-until.js';
import { FileDownload } from './file-download.js';
import { HostBudget } from '../lanes/host-budget.js';
import { OVERLAP_BYTES } from './seams.js';
import type { SourceStream } from '../client/source-stream.js';
import { Fetching } from '../testing/fetching.js';
import { shortenWaits } from '../testing/short-waits.js';
import { ManualClock } from '../testing/manual-clock.js';
import { type ReceivedRequest, bytesOf, invert, TestSource } from '../testing/test-source.js';

const MIB = 2 ** 20;
/** The first request is for 1 MiB, and four lanes share the rest. */
const BODY = bytesOf(5 * MIB + 12_345);
const OTHER = invert(BODY);
const HTML = Buffer.from('<!doctype html><title>Sign in</title>'.repeat(40_000));
const SEED = Number(process.env['DIPPER_SEED'] ?? 7);

/** Random numbers from 0 to 1. Equal seeds give equal numbers (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

shortenWaits();

describe(`FileDownload from hostile sources, seed ${SEED}`, () => {
  let source: TestSource;
  let fetching: Fetching;

  const open = async (body: Buffer): Promise<void> => {
    [source, fetching] = await Promise.all([TestSource.open(body), Fetching.start()]);
  };
  afterEach(async () => {
    await fetching.end();
    await source.close();
  });

  const download = async (page: Partial<SourceStream> = {}): Promise<void> => {
    const context = fetching.context({ budget: new HostBudget(new ManualClock()) });
    const file = new FileDownload(fetching.path(), context);
    try {
      await file.run({ url: source.url, headers: {}, ...page });
    } finally {
      await file.close();
    }
  };
  const expectWhole = async (body = source.body): Promise<void> => {
    expect(await fetching.holds(body)).toBe(true);
    expect(fetching.arrived).toBe(body.length);
  };
  /** Responds to a request with bytes of this body. */
  const serveOf = (body: Buffer, asked: ReceivedRequest, headers = {}): void => {
    const { start, end } = asked.range ?? { start: 0, end: body.length };
    source.head(asked, { etag: undefined, ...headers });
    asked.response.end(body.subarray(start, end));
  };
  const about = { etag: undefined };

  describe('a file that is replaced during the download', () => {
    const random = numbers(SEED);
    const places = Array.from({ length: 4 }, () =>
      Math.floor((0.02 + 0.96 * random()) * BODY.length),
    );

    beforeEach(() => open(BODY));

    it.each(places)(
      'is fetched consistently if the parts after byte %d differ and there is no ETag',
      async (place) => {
        source.answer = (asked) =>
          (asked.range?.start ?? 0) > place ? serveOf(OTHER, asked) : serveOf(BODY, asked);
        await download();
        await expectWhole();
      },
    );

    it.each([1, 2, 3, 4])(
      'is fetched again if it changes after response %d and there is no ETag',
      async (last) => {
        source.answer = (asked) => serveOf(asked.number < last ? BODY : OTHER, asked);
        await download();
        await expectWhole(OTHER);
      },
    );

    it.each<[string, object, object]>([
      ['an ETag that disappears', { etag: '"1"' }, {}],
      ['the same weak ETag', { etag: 'W/"1"' }, { etag: 'W/"1"' }],
      ['the same strong ETag', { etag: '"1"' }, { etag: '"1"' }],
      ['another type', { 'content-type': 'video/mp4' }, { 'content-type': 'video/webm' }],
      ['a changed date', { 'last-modified': 'Mon' }, { 'last-modified': 'Tue' }],
    ])(
      'is fetched again when it changes after two responses, with %s',
      async (_, before, after) => {
        source.answer = (asked) =>
          asked.number < 2 ? serveOf(BODY, asked, before) : serveOf(OTHER, asked, after);
        await download();
        await expectWhole(OTHER);
      },
    );

    it('fails with a clear error if it keeps changing', async () => {
      let turn = 0;
      source.answer = (asked) => {
        if (asked.range === null) {
          // A request for the whole file is answered with a part of it.
          source.head({ ...asked, range: { start: 5, end: 10 } });
          asked.response.end(OTHER.subarray(5, 10));
        } else {
          serveOf((turn += 1) % 2 === 0 ? OTHER : BODY, asked);
        }
      };
      await expect(download()).rejects.toThrow('not the requested part');
    });
  });

  it.each<[string, (asked: ReceivedRequest) => void]>([
    ['HTML', (asked) => serveHtml(asked, 'text/html')],
    ['HTML labeled as video', (asked) => serveHtml(asked, 'video/mp4')],
    [
      'bytes from a different offset than stated',
      (asked) => {
        source.head(asked, about);
        const { start, end } = asked.range ?? { start: 0, end: 0 };
        asked.response.end(BODY.subarray(start - 999, end - 999));
      },
    ],
    [
      'a different range than requested',
      (asked) => {
        const { start, end } = asked.range ?? { start: 0, end: 0 };
        source.serve({ ...asked, range: { start: start + 512, end } }, about);
      },
    ],
    ['a different total', (asked) => source.serve(asked, { ...about, ...totalOf(asked, 7) })],
  ])('is fetched in one piece when later parts contain %s', async (_, answer) => {
    await open(BODY);
    source.answer = (asked) =>
      asked.number < 1 || asked.range === null ? source.serve(asked, about) : answer(asked);
    await download();
    await expectWhole();
  });

  const serveHtml = ({ range, response }: ReceivedRequest, type: string): void => {
    const { start, end } = range ?? { start: 0, end: 0 };
    response.writeHead(206, {
      'content-type': type,
      'content-range': `bytes ${start}-${end - 1}/${BODY.length}`,
    });
    response.end(HTML.subarray(0, end - start));
  };
  const totalOf = ({ range }: ReceivedRequest, more: number): object => ({
    'content-range': `bytes ${range?.start ?? 0}-${(range?.end ?? 1) - 1}/${BODY.length + more}`,
  });

  describe('a file of unknown length', () => {
    beforeEach(() => open(BODY));

    /** Sends a chunked response that ends cleanly after a share of the file. */
    const chunked = ({ response }: ReceivedRequest, share: number): void => {
      response.writeHead(200, { 'content-type': 'video/mp4' });
      response.write(BODY.subarray(0, 100));
      response.end(BODY.subarray(100, Math.floor(BODY.length * share)));
    };

    it.each([0.97, 0.998, 1])(
      'is resumed when it ends cleanly at %d of its length',
      async (share) => {
        source.answer = (asked) =>
          asked.number === 0 ? chunked(asked, share) : source.serve(asked, about);
        await download();
        await expectWhole();
        const cut = Math.floor(BODY.length * share);
        expect(source.ranges.slice(1)).toEqual([`bytes=${cut - OVERLAP_BYTES}-`]);
        expect(fetching.received).toBe(BODY.length);
      },
    );

    it.each([0.97, 0.998])(
      'starts over when it ends at %d and continues as another file',
      async (share) => {
        source.answer = (asked) =>
          asked.number === 0 ? chunked(asked, share) : serveOf(OTHER, asked);
        await download();
        await expectWhole(OTHER);
      },
    );

    it('is complete when a 416 response states the same size', async () => {
      source.answer = (asked) =>
        asked.number === 0
          ? chunked(asked, 1)
          : void asked.response.writeHead(416, { 'content-range': `bytes */${BODY.length}` }).end();
      await download();
      await expectWhole();
      expect(source.asked.length).toBe(2);
    });

    it('is incomplete when a 416 response states a larger size', async () => {
      source.answer = (asked) =>
        asked.number === 0
          ? chunked(asked, 0.98)
          : void asked.response.writeHead(416, { 'content-range': `bytes */${BODY.length}` }).end();
      await expect(download()).rejects.toMatchObject({ code: 'SOURCE_INCOMPLETE' });
    });

    it('is fetched again if the source responds to the check with a larger whole file', async () => {
      source.answer = (asked) =>
        asked.number === 0
          ? chunked(asked, 0.6)
          : source.serve({ ...asked, range: null }, { etag: undefined });
      await download();
      await expectWhole();
      expect(source.asked.length).toBe(2);
    });

    it.each<[string, (asked: ReceivedRequest) => void]>([
      [
        'in a part that breaks off',
        (asked) => {
          source.head(asked, about);
          const { start } = asked.range ?? { start: 0 };
          asked.response.write(BODY.subarray(start, start + 10_000), () =>
            asked.response.destroy(),
          );
        },
      ],
      [
        'in a part without a total that breaks off',
        (asked) => {
          const { start, end } = asked.range ?? { start: 0, end: 0 };
          source.head(asked, { ...about, 'content-range': `bytes ${start}-${end - 1}/*` });
          asked.response.write(BODY.subarray(start, start + 10_000), () =>
            asked.response.destroy(),
          );
        },
      ],
      [
        'in a 416 response',
        ({ response }) =>
          void response.writeHead(416, { 'content-range': `bytes */${BODY.length}` }).end(),
      ],
    ])(
      'is not accepted when the URL expires after the source stated more of it %s',
      async (_, answer) => {
        source.answer = (asked) => {
          if (asked.number === 0) {
            chunked(asked, 0.6);
          } else if (asked.number === 1) {
            answer(asked);
          } else {
            asked.response.writeHead(403).end();
          }
        };
        await expect(download()).rejects.toMatchObject({ status: 403 });
      },
    );

    it.each<[string, (asked: ReceivedRequest) => void]>([
      ['no ranges', (asked) => chunked(asked, 1)],
      ['a 403', ({ response }) => void response.writeHead(403).end()],
      ['a 500', ({ response }) => void response.writeHead(500).end()],
      ['a dropped connection', ({ response }) => void response.destroy()],
    ])('is accepted unchanged if the source responds to the check with %s', async (_, answer) => {
      source.answer = (asked) => (asked.number === 0 ? chunked(asked, 1) : answer(asked));
      await download();
      await expectWhole();
    });

    it('is not checked when the page states its size', async () => {
      source.answer = (asked) => chunked(asked, 1);
      await download({ protocol: 'file', sizeBytes: BODY.length, sizeIsEstimate: false });
      await expectWhole();
      expect(source.asked.length).toBe(1);
    });
  });

  it.each([1, 2, 100, OVERLAP_BYTES - 1, OVERLAP_BYTES, OVERLAP_BYTES + 1, 70_000])(
    'is completed if it has %d bytes and is cut in two',
    async (size) => {
      await open(bytesOf(size + 4).subarray(0, size));
      source.answer = (asked) => {
        if (asked.number === 0) {
          source.head(asked, about);
          asked.response.write(source.body.subarray(0, Math.ceil(size / 2)), () =>
            asked.response.destroy(),
          );
        } else {
          source.serve(asked, about);
        }
      };
      await download();
      await expectWhole();
      expect(fetching.received).toBe(size);
    },
  );

  it('is reported as incomplete if it is empty', async () => {
    await open(Buffer.alloc(0));
    source.answer = ({ response, range }) =>
      void (range === null
        ? response.writeHead(200, { 'content-length': 0 }).end()
        : response.writeHead(416, { 'content-range': 'bytes */0' }).end());
    await expect(download()).rejects.toMatchObject({ code: 'SOURCE_INCOMPLETE' });
  });

  it.each([17, 100, 700, 5000])(
    'completes a file when each connection drops after %d bytes',
    async (bytes) => {
      await open(bytesOf(bytes < 1000 ? bytes * 9 : 200_000));
      source.answer = (asked) => {
        const { start, end } = asked.range ?? { start: 0, end: source.body.length };
        source.head(asked, about);
        asked.response.write(source.body.subarray(start, Math.min(end, start + bytes)), () =>
          asked.response.destroy(),
        );
      };
      await download();
      await expectWhole();
      expect(fetching.received).toBe(source.body.length);
    },
  );

  it('keeps data that is read only after its connection has dropped', async () => {
    await open(bytesOf(400_000));
    const each = 40_000;
    source.answer = (asked) => {
      const { start, end } = asked.range ?? { start: 0, end: source.body.length };
      source.head(asked, about);
      asked.response.write(source.body.subarray(start, Math.min(end, start + each)), () =>
        asked.response.destroy(),
      );
    };
    // Simulates a busy process that reads each response long after its connection has closed.
    const { client } = fetching;
    const late = {
      open: async (...args: Parameters<typeof client.open>) => {
        const answer = await client.open(...args);
        const { body, headers } = answer;
        const isOver = (): boolean =>
          body.errored !== null || body.readableLength === Number(headers['content-length']);
        await waitUntil(isOver, 'the end of the connection');
        return answer;
      },
    } as typeof client;
    const context = fetching.context({ client: late, budget: new HostBudget(new ManualClock()) });
    const file = new FileDownload(fetching.path(), context);
    await file.run({ url: source.url, headers: {} });
    await file.close();
    await expectWhole();
    expect(source.asked.length).toBeLessThanOrEqual(400_000 / (each - OVERLAP_BYTES) + 2);
  });
});
