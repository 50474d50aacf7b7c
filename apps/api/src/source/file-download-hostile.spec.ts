import { waitUntil } from '../infra/testing/wait-until.js';
import { FileDownload } from './file-download.js';
import { HostBudget } from './host-budget.js';
import { OVERLAP_BYTES } from './seams.js';
import type { SourceStream } from './source-stream.js';
import { Fetching, md5 } from './testing/fetching.js';
import { ManualClock } from './testing/manual-clock.js';
import { type Asked, bytesOf, TestSource } from './testing/test-source.js';

// The waits between tries are cut short.
jest.mock('node:timers/promises', () => {
  const actual = jest.requireActual<typeof import('node:timers/promises')>('node:timers/promises');
  return {
    ...actual,
    setTimeout: (ms: number, value: unknown, options: object) =>
      actual.setTimeout(Math.min(ms, 5), value, options),
  };
});

const MIB = 2 ** 20;
const BODY = bytesOf(9 * MIB + 12_345);
/** A file of the same size of which no byte is the same. */
const OTHER = Buffer.from(BODY.map((byte) => byte ^ 0xff));
const HTML = Buffer.from('<!doctype html><title>Sign in</title>'.repeat(40_000));
const SEED = Number(process.env['DIPPER_SEED'] ?? 7);

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

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
  /** All of one file, with nothing counted that is not there. */
  const expectWhole = async (body = source.body): Promise<void> => {
    expect(await fetching.md5()).toBe(md5(body));
    expect(fetching.arrived).toBe(body.length);
  };
  /** Answers with the bytes of another body. */
  const serveOf = (body: Buffer, asked: Asked, headers = {}): void => {
    const { start, end } = asked.range ?? { start: 0, end: body.length };
    source.head(asked, { etag: undefined, ...headers });
    asked.response.end(body.subarray(start, end));
  };
  const about = { etag: undefined };

  describe('which turn into another file', () => {
    const random = numbers(SEED);
    const places = Array.from({ length: 6 }, () =>
      Math.floor((0.02 + 0.96 * random()) * BODY.length),
    );
    const answers = Array.from({ length: 5 }, () => 1 + Math.floor(random() * 4));

    beforeEach(() => open(BODY));

    it.each(places)('in parts that begin behind byte %d, without a tag', async (place) => {
      source.answer = (asked) =>
        (asked.range?.start ?? 0) > place ? serveOf(OTHER, asked) : serveOf(BODY, asked);
      await download();
      await expectWhole();
    });

    it.each(answers)('after answer %d, without a tag', async (last) => {
      source.answer = (asked) => serveOf(asked.number < last ? BODY : OTHER, asked);
      await download();
      await expectWhole(OTHER);
    });

    it.each<[string, object, object]>([
      ['a tag that is dropped', { etag: '"1"' }, {}],
      ['the same weak tag', { etag: 'W/"1"' }, { etag: 'W/"1"' }],
      ['the same strong tag', { etag: '"1"' }, { etag: '"1"' }],
      ['another type', { 'content-type': 'video/mp4' }, { 'content-type': 'video/webm' }],
      ['a date that changes', { 'last-modified': 'Mon' }, { 'last-modified': 'Tue' }],
    ])('after two answers, with %s', async (_, before, after) => {
      source.answer = (asked) =>
        asked.number < 2 ? serveOf(BODY, asked, before) : serveOf(OTHER, asked, after);
      await download();
      await expectWhole(OTHER);
    });

    it('again and again: an honest error', async () => {
      let turn = 0;
      source.answer = (asked) => {
        if (asked.range === null) {
          // The one piece breaks off each time, and says that it is a part.
          source.head({ ...asked, range: { start: 5, end: 10 } });
          asked.response.end(OTHER.subarray(5, 10));
        } else {
          serveOf((turn += 1) % 2 === 0 ? OTHER : BODY, asked);
        }
      };
      await expect(download()).rejects.toThrow('another part');
    });
  });

  it.each<[string, (asked: Asked) => void]>([
    ['HTML', (asked) => serveHtml(asked, 'text/html')],
    ['HTML that is called a video', (asked) => serveHtml(asked, 'video/mp4')],
    [
      'bytes from another place than they say',
      (asked) => {
        source.head(asked, about);
        const { start, end } = asked.range ?? { start: 0, end: 0 };
        asked.response.end(BODY.subarray(start - 999, end - 999));
      },
    ],
    [
      'another place than was asked for',
      (asked) => {
        const { start, end } = asked.range ?? { start: 0, end: 0 };
        source.serve({ ...asked, range: { start: start + 512, end } }, about);
      },
    ],
    ['another total', (asked) => source.serve(asked, { ...about, ...totalOf(asked, 7) })],
  ])('with %s in later parts are fetched in one piece', async (_, answer) => {
    await open(BODY);
    source.answer = (asked) =>
      asked.number < 1 || asked.range === null ? source.serve(asked, about) : answer(asked);
    await download();
    await expectWhole();
  });

  const serveHtml = ({ range, response }: Asked, type: string): void => {
    const { start, end } = range ?? { start: 0, end: 0 };
    response.writeHead(206, {
      'content-type': type,
      'content-range': `bytes ${start}-${end - 1}/${BODY.length}`,
    });
    response.end(Buffer.concat(Array.from({ length: 8 }, () => HTML)).subarray(0, end - start));
  };
  const totalOf = ({ range }: Asked, more: number): object => ({
    'content-range': `bytes ${range?.start ?? 0}-${(range?.end ?? 1) - 1}/${BODY.length + more}`,
  });

  describe('of untold length', () => {
    beforeEach(() => open(BODY));

    /** Chunked, and cleanly ended after a share of the file. */
    const chunked = ({ response }: Asked, share: number): void => {
      response.writeHead(200, { 'content-type': 'video/mp4' });
      response.write(BODY.subarray(0, 100));
      response.end(BODY.subarray(100, Math.floor(BODY.length * share)));
    };

    it.each([0.97, 0.99, 0.998, 1])(
      'which end cleanly at %d go on where they can',
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
      'which end at %d and go on with another file begin anew',
      async (share) => {
        source.answer = (asked) =>
          asked.number === 0 ? chunked(asked, share) : serveOf(OTHER, asked);
        await download();
        await expectWhole(OTHER);
      },
    );

    it('are whole when a refusal tells the same size', async () => {
      source.answer = (asked) =>
        asked.number === 0
          ? chunked(asked, 1)
          : void asked.response.writeHead(416, { 'content-range': `bytes */${BODY.length}` }).end();
      await download();
      await expectWhole();
      expect(source.asked.length).toBe(2);
    });

    it('are incomplete when a refusal tells more', async () => {
      source.answer = (asked) =>
        asked.number === 0
          ? chunked(asked, 0.98)
          : void asked.response.writeHead(416, { 'content-range': `bytes */${BODY.length}` }).end();
      await expect(download()).rejects.toMatchObject({ code: 'SOURCE_INCOMPLETE' });
    });

    it.each<[string, (asked: Asked) => void]>([
      ['no ranges', (asked) => chunked(asked, 1)],
      ['a refusal', ({ response }) => void response.writeHead(403).end()],
      ['errors', ({ response }) => void response.writeHead(500).end()],
      ['a cut', ({ response }) => void response.destroy()],
    ])('are taken as they are where nothing more is to be learnt: %s', async (_, answer) => {
      source.answer = (asked) => (asked.number === 0 ? chunked(asked, 1) : answer(asked));
      await download();
      await expectWhole();
    });

    it('are not asked for more where the page tells their size', async () => {
      source.answer = (asked) => chunked(asked, 1);
      await download({ protocol: 'file', sizeBytes: BODY.length, sizeIsEstimate: false });
      await expectWhole();
      expect(source.asked.length).toBe(1);
    });
  });

  it.each([1, 2, 100, OVERLAP_BYTES - 1, OVERLAP_BYTES, OVERLAP_BYTES + 1, 70_000])(
    'of %d bytes, cut in two, are whole',
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

  it('of no bytes are incomplete', async () => {
    await open(Buffer.alloc(0));
    source.answer = ({ response, range }) =>
      void (range === null
        ? response.writeHead(200, { 'content-length': 0 }).end()
        : response.writeHead(416, { 'content-range': 'bytes */0' }).end());
    await expect(download()).rejects.toMatchObject({ code: 'SOURCE_INCOMPLETE' });
  });

  it.each([17, 100, 700, 5000])(
    'which break off after %d bytes each time are fetched whole',
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

  it('which cut connections before anybody could read keep what came', async () => {
    await open(bytesOf(400_000));
    const each = 40_000;
    source.answer = (asked) => {
      const { start, end } = asked.range ?? { start: 0, end: source.body.length };
      source.head(asked, about);
      asked.response.write(source.body.subarray(start, Math.min(end, start + each)), () =>
        asked.response.destroy(),
      );
    };
    // A busy process: each answer is read long after its connection has gone.
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
