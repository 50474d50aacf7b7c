import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { downloadStream } from './stream-download.js';
import { Fetching, sourceStream } from './testing/fetching.js';
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

  it('gives up once when nothing comes for 30 s', () => {
    jest.advanceTimersByTime(29_999);
    expect(given).toEqual([]);
    jest.advanceTimersByTime(60_000);
    expect(given).toEqual([expect.objectContaining({ code: 'SOURCE_TIMEOUT' })]);
  });

  it.each([
    ['one byte a second', 1, 1],
    ['just too little', Math.floor((32 * 1024) / 31), 1],
    ['just enough', Math.ceil((32 * 1024) / 29), 0],
    ['what is thrown away again', -100_000, 1],
  ])('judges %s', (_, bytes, times) => {
    for (let second = 0; second < 120; second += 1) {
      pace.received(bytes);
      jest.advanceTimersByTime(1000);
    }
    expect(given).toHaveLength(times);
  });

  it('stands still while the page is read again', async () => {
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

  it('says nothing after it was stopped', () => {
    pace.stop();
    jest.advanceTimersByTime(120_000);
    expect(given).toEqual([]);
  });
});

describe('Pace over a source that drips', () => {
  it('ends the download, which no timeout of the connection would', async () => {
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
    ['a life', 1e9, 2 ** 31 - 1],
  ])('gives %s the time it plays, and half an hour', (_, seconds, ms) => {
    expect(longestFetchMs(seconds)).toBe(ms);
  });
});
