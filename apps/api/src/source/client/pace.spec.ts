import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { HostBudget } from '../lanes/host-budget.js';
import { fetchPiece } from '../lanes/over-lanes.js';
import { downloadStream } from '../stream-download.js';
import { Fetching, sourceStream } from '../testing/fetching.js';
import { ManualClock } from '../testing/manual-clock.js';
import { longestFetchMs, Pace } from './pace.js';

describe('Pace', () => {
  const given: unknown[] = [];
  let pace: Pace;

  beforeEach(() => {
    given.length = 0;
    jest.useFakeTimers();
    pace = new Pace((error) => given.push(error));
  });
  afterEach(() => {
    pace.stop();
    jest.useRealTimers();
  });

  it('gives up once when nothing arrives for 30 s', () => {
    jest.advanceTimersByTime(29_999);
    expect(given).toEqual([]);
    jest.advanceTimersByTime(60_000);
    expect(given).toEqual([expect.objectContaining({ code: 'SOURCE_TIMEOUT' })]);
  });

  it.each([
    ['one byte a second', 1, 1],
    ['just too little', Math.floor((32 * 1024) / 31), 1],
    ['just enough', Math.ceil((32 * 1024) / 29), 0],
    ['bytes that are discarded again', -100_000, 1],
  ])('judges %s', (_, bytes, times) => {
    for (let second = 0; second < 120; second += 1) {
      pace.received(bytes);
      jest.advanceTimersByTime(1000);
    }
    expect(given).toHaveLength(times);
  });

  it('pauses while the page is read again', async () => {
    jest.advanceTimersByTime(20_000);
    let done = (): void => undefined;
    const held = pace.hold(
      () => new Promise<string>((resolve) => (done = () => resolve('renewed'))),
    );
    jest.advanceTimersByTime(60_000);
    done();
    await expect(held).resolves.toBe('renewed');
    jest.advanceTimersByTime(29_999);
    expect(given).toEqual([]);
    jest.advanceTimersByTime(3000);
    expect(given).toHaveLength(1);
  });

  describe("Pace of a task that waits for another task's connection", () => {
    let giveBack: () => void;
    let piece: () => Promise<void>;
    let end: AbortController;

    beforeEach(() => {
      end = new AbortController();
      const budget = new HostBudget(new ManualClock());
      const rules = { first: 1, max: 1 };
      const join = (): ReturnType<HostBudget['join']> =>
        budget.join('https://cdn.example/a.mp4', { owner: {}, rules });
      void join().use(0, () => new Promise<void>((resolve) => (giveBack = resolve)));
      const share = join();
      const { signal } = end;
      const silence = (): Promise<void> =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
      piece = () => fetchPiece(share, { order: 0, arrived: () => 0, pace, signal }, silence);
    });

    it('does not count the wait, only the silence before and after', async () => {
      await jest.advanceTimersByTimeAsync(10_000);
      const fetching = piece();
      await jest.advanceTimersByTimeAsync(120_000);
      expect(given).toEqual([]);
      giveBack();
      await jest.advanceTimersByTimeAsync(19_000);
      expect(given).toEqual([]);
      await jest.advanceTimersByTimeAsync(4000);
      expect(given).toHaveLength(1);
      end.abort(new Error('given up'));
      await expect(fetching).rejects.toThrow('given up');
    });

    it("counts the silence of the task's other requests", async () => {
      void piece().catch(() => undefined);
      void pace.asking(() => new Promise(() => undefined));
      await jest.advanceTimersByTimeAsync(30_000);
      expect(given).toHaveLength(1);
    });
  });

  it('reports nothing after it was stopped', () => {
    pace.stop();
    jest.advanceTimersByTime(120_000);
    expect(given).toEqual([]);
  });
});

describe('Pace with a trickling source', () => {
  it('ends a download that no connection timeout would end', async () => {
    const server = http.createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4' });
      const drip = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(drip));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const fetching = await Fetching.start();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/drip.mp4`;
    const pace = new Pace((error) => fetching.abort.abort(error), { bytes: 1024, windowMs: 300 });
    const context = fetching.context({ onBytes: (count) => pace.received(count) });
    const download = downloadStream(sourceStream({ url }), fetching.path(), {
      context,
      renew: (stale) => Promise.resolve(stale),
    });
    await expect(download).rejects.toMatchObject({ code: 'SOURCE_TIMEOUT' });
    await fetching.end();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
});

describe('longestFetchMs', () => {
  it.each([
    ['a clip', 10, 30 * 60_000 + 10_000],
    ['two hours', 7200, 150 * 60_000],
    ['a lifetime', 1e9, 2 ** 31 - 1],
  ])('allows %s its playing time plus half an hour', (_, seconds, ms) => {
    expect(longestFetchMs(seconds)).toBe(ms);
  });
});
