import { waitUntil } from '../../infra/testing/wait-until.js';
import type { FetchContext } from '../lanes/over-lanes.js';
import { FileDownload } from './file-download.js';
import { HostBudget } from '../lanes/host-budget.js';
import { OVERLAP_BYTES } from './seams.js';
import { Fetching } from '../testing/fetching.js';
import { shortenWaits } from '../testing/short-waits.js';
import { ManualClock } from '../testing/manual-clock.js';
import { type ReceivedRequest, bytesOf, TestSource, turns } from '../testing/test-source.js';

const MIB = 2 ** 20;
/** The first request is for 1 MiB, and four lanes share the rest. */
const BODY = bytesOf(9 * MIB);

shortenWaits();

describe('FileDownload over several connections', () => {
  let source: TestSource;
  let fetching: Fetching;
  let clock: ManualClock;

  beforeEach(async () => {
    clock = new ManualClock();
    [source, fetching] = await Promise.all([TestSource.open(BODY), Fetching.start()]);
  });
  afterEach(async () => {
    await fetching.end();
    await source.close();
  });

  async function download(changes: Partial<FetchContext> = {}): Promise<void> {
    const context = fetching.context({ budget: new HostBudget(clock), ...changes });
    const file = new FileDownload(fetching.path(), context);
    try {
      await file.run({ url: source.url, headers: {} });
    } finally {
      await file.close();
    }
  }
  const expectWhole = async (): Promise<void> => {
    expect(await fetching.holds(BODY)).toBe(true);
    expect(fetching.arrived).toBe(BODY.length);
  };
  const sizeOf = ({ range }: ReceivedRequest): number => (range?.end ?? 0) - (range?.start ?? 0);

  it('opens all connections as soon as the first headers have arrived', async () => {
    source.answer = (asked) => source.head(asked);
    const downloading = download();
    await waitUntil(() => source.asked.length === 4, 'four requests');
    expect(fetching.received).toBe(0);
    source.asked.forEach((asked) => source.bodyOf(asked));
    source.answer = (asked) => source.serve(asked);
    await downloading;
    await expectWhole();
    expect(fetching.received).toBe(BODY.length);
  });

  it('reports how much of the start of the file is on disk without a gap', async () => {
    const prefixes: number[] = [];
    // The parts arrive in reverse.
    source.answer = (asked) => source.head(asked);
    const downloading = download({ onPrefix: (bytes) => prefixes.push(bytes) });
    await waitUntil(() => source.asked.length === 4, 'four requests');
    const parts = [...source.asked].sort((a, b) => (b.range?.start ?? 0) - (a.range?.start ?? 0));
    source.answer = (asked) => source.serve(asked);
    let sent = 0;
    for (const asked of parts) {
      source.bodyOf(asked);
      sent += sizeOf(asked);
      await waitUntil(() => fetching.received >= sent - OVERLAP_BYTES * 4, 'a part');
    }
    await downloading;
    expect(prefixes.at(-1)).toBe(BODY.length);
    expect(Math.max(...prefixes.slice(0, 4))).toBe(0);
  });

  it('accepts a whole file in place of a part', async () => {
    source.answer = (asked) => source.serve({ ...asked, range: null });
    await download();
    await expectWhole();
    expect([source.asked.length, fetching.received]).toEqual([1, BODY.length]);
  });

  it('does not request parts of a whole file that arrives slowly', async () => {
    source.answer = (asked) => {
      source.head({ ...asked, range: null });
      asked.response.write(BODY.subarray(0, 2 * MIB));
    };
    const downloading = download();
    await waitUntil(() => fetching.received >= MIB, 'the first bytes');
    clock.advance(2000);
    await turns(100);
    expect(source.asked.length).toBe(1);
    source.asked[0]?.response.end(BODY.subarray(2 * MIB));
    await downloading;
    await expectWhole();
    expect(fetching.received).toBe(BODY.length);
  });

  it('accepts a whole file in place of a later part, and drops the other parts', async () => {
    source.answer = (asked) => {
      if (asked.number === 2) {
        source.serve({ ...asked, range: null });
      } else {
        // These responses never complete, so waiting for them would hang.
        source.head(asked);
        asked.response.write(BODY.subarray(asked.range?.start, (asked.range?.start ?? 0) + 100));
      }
    };
    const prefixes: number[] = [];
    await download({ onPrefix: (bytes) => prefixes.push(bytes) });
    await expectWhole();
    expect(source.asked.length).toBe(4);
    // The reader of the first bytes is notified that they may belong to another file.
    expect(prefixes).toContain(0);
    expect(prefixes.at(-1)).toBe(BODY.length);
  });

  it('resumes a whole file that breaks off if the source supports range requests', async () => {
    source.answer = (asked) => {
      const whole = { ...asked, range: null };
      if (asked.number === 0) {
        source.head(whole);
        asked.response.write(BODY.subarray(0, 5 * MIB), () => asked.response.destroy());
      } else {
        source.serve(asked);
      }
    };
    await download();
    await expectWhole();
    expect(fetching.received).toBe(BODY.length);
    expect(source.asked[1]?.range?.start).toBeGreaterThan(0);
  });

  it('keeps splitting the slowest part among idle connections until a lane would deliver the rest within 2 s', async () => {
    let slow: ReceivedRequest | null = null;
    source.answer = (asked) => {
      if (slow === null && asked.range?.end === BODY.length) {
        slow = asked;
        source.head(asked);
        asked.response.write(BODY.subarray(asked.range.start, asked.range.start + 1));
      } else {
        source.serve(asked);
      }
    };
    const downloading = download();
    await waitUntil(() => fetching.received >= 7 * MIB, 'all other parts');
    await turns();
    const before = source.asked.length;
    await waitUntil(() => {
      clock.advance(250);
      return fetching.received >= 9 * MIB - 64 * 1024;
    }, 'the parts that were split off');
    const splits = source.asked.slice(before);
    expect(splits.length).toBeGreaterThanOrEqual(2);
    // This lane delivers next to nothing, and parts of 64 KiB are not split any further.
    expect(Math.min(...splits.map(sizeOf))).toBeGreaterThanOrEqual(32 * 1024);
    const { range, ...rest } = slow as unknown as ReceivedRequest;
    source.bodyOf({ ...rest, range: { start: (range?.start ?? 0) + 1, end: 9 * MIB } });
    await downloading;
    await expectWhole();
    expect(fetching.received).toBe(BODY.length);
  });

  it.each([403, 429, 503])(
    'treats a %d next to successful parts as too many connections, and uses fewer',
    async (status) => {
      source.answer = (asked) =>
        asked.number < 2 ? source.head(asked) : void asked.response.writeHead(status).end();
      const downloading = download();
      await waitUntil(() => source.asked.length === 4, 'two refusals');
      source.answer = (asked) => source.serve(asked);
      await turns(100);
      // Two parts are being served, and no more connections are allowed for now.
      expect(source.asked.length).toBe(4);
      source.asked.slice(0, 2).forEach((asked) => source.bodyOf(asked));
      await downloading;
      await expectWhole();
      expect(fetching.received).toBe(BODY.length);
    },
  );

  it('tolerates refusals while other parts make progress, using fewer connections each time', async () => {
    source.answer = (asked) =>
      asked.number < 7 ? source.head(asked) : void asked.response.writeHead(403).end();
    const downloading = download({ rules: { first: 8, max: 8 } });
    downloading.catch(() => undefined);
    for (const [asked, from, to] of [
      [8, 0, 4],
      [9, 4, 6],
      [10, 6, 7],
    ] as const) {
      await waitUntil(() => source.asked.length === asked, `request ${asked}`);
      await turns();
      if (to === 7) {
        source.answer = (one) => source.serve(one);
      }
      source.asked.slice(from, to).forEach((one) => source.bodyOf(one));
    }
    await downloading;
    await expectWhole();
  });

  it('pauses all parts for as long as a busy source demands', async () => {
    source.answer = (asked) =>
      asked.number === 0
        ? source.serve(asked)
        : void asked.response.writeHead(503, { 'retry-after': '3' }).end();
    const downloading = download({ rules: { first: 2, max: 2 } });
    await waitUntil(() => source.asked.length >= 2, 'a refusal');
    await turns(200);
    // The only requests are those that were sent before the refusal was read.
    expect(source.asked.length).toBeLessThanOrEqual(3);
    source.answer = (asked) => source.serve(asked);
    clock.advance(3000);
    await downloading;
    await expectWhole();
  });

  it('tolerates a refusal of its first request while another task is using the host', async () => {
    const budget = new HostBudget(clock);
    source.answer = (asked) => source.head(asked);
    const other = new FileDownload(
      `${fetching.path()}-other`,
      fetching.context({ budget, owner: {} }),
    );
    const running = other.run({ url: source.url, headers: {} });
    await waitUntil(() => source.asked.length === 4, 'the requests of the other task');
    source.answer = ({ response }) => void response.writeHead(403).end();
    const file = new FileDownload(fetching.path(), fetching.context({ budget }));
    const downloading = file.run({ url: source.url, headers: {} });
    source.bodyOf(source.asked[0] as ReceivedRequest);
    await waitUntil(() => source.asked.length === 5, 'a refusal');
    source.answer = (asked) => source.serve(asked);
    source.asked.slice(1, 4).forEach((asked) => source.bodyOf(asked));
    await Promise.all([running, downloading]);
    await Promise.all([file.close(), other.close()]);
    expect(await fetching.holds(BODY)).toBe(true);
  });

  it('keeps the other parts when the URL has expired', async () => {
    source.answer = (asked) =>
      asked.number < 2 ? source.head(asked) : void asked.response.writeHead(403).end();
    const downloading = download();
    const failure = downloading.catch((error: unknown) => error);
    await waitUntil(() => source.asked.length === 4, 'two refusals');
    await turns();
    source.asked.slice(0, 2).forEach((asked) => source.bodyOf(asked));
    expect(await failure).toMatchObject({ status: 403 });
    expect(fetching.arrived).toBe(3 * MIB);
  });

  it('replaces a silent connection while others deliver data', async () => {
    let [silent, dripping]: (ReceivedRequest | null)[] = [null, null];
    source.answer = (asked) => {
      if (silent === null && asked.range?.end === BODY.length) {
        source.head((silent = asked));
      } else if (dripping === null && asked.range?.start === MIB - OVERLAP_BYTES) {
        source.head((dripping = asked));
      } else {
        source.serve(asked);
      }
    };
    const downloading = download();
    await waitUntil(() => silent !== null && dripping !== null, 'both parts');
    let dripped = MIB - OVERLAP_BYTES;
    await waitUntil(() => {
      dripping?.response.write(BODY.subarray(dripped, (dripped += 1)));
      clock.advance(250);
      return (silent as unknown as ReceivedRequest).response.destroyed;
    }, 'the end of the silent connection');
    const { range, ...rest } = dripping as unknown as ReceivedRequest;
    source.bodyOf({ ...rest, range: { start: dripped, end: range?.end ?? 0 } });
    await downloading;
    await expectWhole();
  });

  it.each<[string, (asked: ReceivedRequest) => void, string | null]>([
    [
      'a 416 for a later part',
      ({ range, ...asked }) =>
        range === null
          ? source.serve({ ...asked, range })
          : void asked.response.writeHead(416, { 'content-range': 'bytes */5' }).end(),
      null,
    ],
    [
      'an encoded part',
      (asked) => source.serve(asked, { 'content-encoding': 'gzip' }),
      'SOURCE_FAILED',
    ],
    [
      'a part of another file',
      (asked) => source.serve(asked, asked.range === null ? {} : { etag: '"2"' }),
      null,
    ],
    [
      'a dropped connection in every part',
      (asked) => {
        source.head(asked);
        const { start, end } = asked.range ?? { start: 0, end: BODY.length };
        const cut = BODY.subarray(start, Math.min(end, start + MIB));
        asked.response.write(cut, () =>
          cut.length === end - start ? asked.response.end() : asked.response.destroy(),
        );
      },
      null,
    ],
    [
      'a temporary 503',
      (asked) =>
        asked.number % 3 === 2
          ? void asked.response.writeHead(503, { 'retry-after': '0' }).end()
          : source.serve(asked),
      null,
    ],
  ])('handles %s after a good first part', async (_, answer, code) => {
    source.answer = (asked) => (asked.number === 0 ? source.serve(asked) : answer(asked));
    const downloading = download();
    if (code === null) {
      await downloading;
      await expectWhole();
    } else {
      await expect(downloading).rejects.toMatchObject({ code });
    }
  });

  it('closes all connections when it is aborted', async () => {
    source.answer = (asked) => source.head(asked);
    const downloading = download();
    downloading.catch(() => undefined);
    await waitUntil(() => source.asked.length === 4, 'four requests');
    fetching.abort.abort(new Error('cancelled'));
    await expect(downloading).rejects.toThrow('cancelled');
    await waitUntil(
      () => source.asked.every(({ response }) => response.destroyed),
      'the end of all connections',
    );
    expect(clock.isWatched).toBe(false);
  });
});
