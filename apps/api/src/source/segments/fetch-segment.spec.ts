import type { OutgoingHttpHeaders } from 'node:http';
import { fetchSegment } from './fetch-segment.js';
import type { Segment } from '../client/source-stream.js';
import { Fetching } from '../testing/fetching.js';
import { ManualClock } from '../testing/manual-clock.js';
import { shortenWaits } from '../testing/short-waits.js';
import { type ReceivedRequest, bytesOf, TestSource } from '../testing/test-source.js';

const BODY = bytesOf(60_000);
/** The second of three pieces of the file. */
const RANGE = { start: 100, end: 50_099 };

shortenWaits();

describe('fetchSegment', () => {
  let source: TestSource;
  let fetching: Fetching;

  beforeEach(async () => {
    [source, fetching] = await Promise.all([
      TestSource.open(BODY),
      Fetching.start({ clock: new ManualClock() }),
    ]);
  });
  afterEach(async () => {
    await fetching.end();
    await source.close();
  });

  async function fetch(range: Segment['range']): Promise<void> {
    const { client, pace, signal, onBytes, budget, owner } = fetching.context();
    const share = budget.join(source.url, { owner });
    const options = { path: fetching.path(), order: 0, share, client, pace, signal, onBytes };
    await fetchSegment({ url: source.url, headers: {} }, range, options).finally(() =>
      share.leave(new Error('done')),
    );
  }
  /** Sends headers and 20 kB, and drops the connection if there is more. */
  function cut(asked: ReceivedRequest, headers: OutgoingHttpHeaders = {}, body = BODY): void {
    source.head(asked, headers);
    const { start, end } = asked.range ?? { start: 0, end: body.length };
    asked.response.write(body.subarray(start, Math.min(end, start + 20_000)), () =>
      end - start > 20_000 ? asked.response.socket?.destroySoon() : asked.response.end(),
    );
  }
  const expectFile = async (bytes: Buffer): Promise<void> => {
    expect(await fetching.holds(bytes)).toBe(true);
    expect(fetching.arrived).toBe(bytes.length);
  };

  it.each([['a strong tag', '"1"'], ['a weak tag', 'W/"1"'], ['no tag']])(
    'resumes a byte range of a file with %s',
    async (_, etag = '') => {
      source.answer = (asked) => cut(asked, { etag });
      await fetch(RANGE);
      await expectFile(BODY.subarray(100, 50_100));
      expect(source.ranges).toEqual(['bytes=100-50099', 'bytes=19588-50099', 'bytes=39076-50099']);
    },
  );

  it('does not accept an empty response as a segment', async () => {
    source.answer = (asked) => {
      if (asked.number < 2) {
        asked.response.writeHead(200, { 'content-length': 0 }).end();
      } else {
        source.serve(asked);
      }
    };
    await fetch(null);
    await expectFile(BODY);
    source.answer = ({ response }) => response.writeHead(200, { 'content-length': 0 }).end();
    await expect(fetch(null)).rejects.toMatchObject({ code: 'SOURCE_INCOMPLETE' });
  });

  it.each([1000, BODY.length + 1000])(
    'ignores the length of %d bytes in a response without any bytes',
    async (length) => {
      source.answer = (asked) => {
        if (asked.number === 0) {
          source.head(asked, { 'content-length': length });
          setImmediate(() => asked.response.destroy());
        } else {
          source.serve(asked);
        }
      };
      await fetch(null);
      await expectFile(BODY);
    },
  );

  it('gives up on a byte range that breaks off repeatedly if nothing identifies the file', async () => {
    source.answer = (asked) => {
      const { start = 0, end = 0 } = asked.range ?? {};
      cut(asked, { etag: 'W/"1"', 'content-range': `bytes ${start}-${end - 1}/*` });
    };
    await expect(fetch(RANGE)).rejects.toMatchObject({ code: 'SOURCE_FAILED' });
    // The first attempt brought new bytes; the four others did not.
    expect(source.ranges).toEqual(Array(5).fill('bytes=100-50099'));
  });

  it('restarts a byte range of a file that changed, and resumes the new one', async () => {
    source.answer = (asked) =>
      asked.number === 0
        ? cut(asked, { etag: '"0"' }, Buffer.alloc(BODY.length))
        : cut(asked, { etag: '"1"' });
    await fetch(RANGE);
    await expectFile(BODY.subarray(100, 50_100));
    expect(source.asked.length).toBe(5);
  });

  it('accepts the whole file in a response that is marked as a part', async () => {
    source.answer = (asked) => cut({ ...asked, range: asked.range ?? { start: 0, end: 60_000 } });
    await fetch(null);
    await expectFile(BODY);
    expect(fetching.received).toBe(BODY.length);
  });

  it('sends another request if a response contains less than the requested rest', async () => {
    source.answer = (asked) => {
      const { start } = asked.range ?? { start: null };
      const end = Math.min((start ?? 0) + 10_000, BODY.length);
      cut(start === null ? asked : { ...asked, range: { start, end } });
    };
    await fetch(null);
    await expectFile(BODY);
  });

  it.each([
    ['whole file', null, BODY],
    ['byte range', RANGE, BODY.subarray(100, 50_100)],
  ])('does not append the rest of another file of the same size: %s', async (_, range, wanted) => {
    const other = Buffer.from(BODY.map((byte) => byte ^ 1));
    source.answer = (asked) => cut(asked, { etag: '' }, asked.number === 0 ? other : BODY);
    await fetch(range);
    await expectFile(wanted);
  });

  it.each([
    ['"1"', '"1"'],
    ['W/"1"', undefined],
  ])('resumes a file with the ETag %s and If-Range %s', async (etag, ifRange) => {
    source.answer = (asked) => cut(asked, { etag });
    await fetch(RANGE);
    const conditions = source.asked.map(({ request }) => request.headers['if-range']);
    expect(conditions).toEqual([undefined, ifRange, ifRange]);
  });
});
