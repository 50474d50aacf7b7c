import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitUntil } from '../../testing/wait-until.js';
import { JsonLines } from './json-lines.js';

/** All timers and clocks except intervals. */
const REAL: FakeableAPI[] = [
  'Date',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'setTimeout',
];

describe('JsonLines', () => {
  let server: http.Server;
  let answer: (lines: JsonLines<unknown>, response: http.ServerResponse) => void;

  beforeEach(async () => {
    server = http.createServer((_, response) => {
      answer(new JsonLines(response, 'application/x-ndjson'), response);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(async () => {
    jest.useRealTimers();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  const ask = (): Promise<Response> =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);

  it('sends each line immediately, with headers that keep proxies from buffering', async () => {
    let lines: JsonLines<unknown> | undefined;
    answer = (begun) => {
      lines = begun;
      begun.write({ first: 'ü\n' });
    };
    const response = await ask();
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const text = async (): Promise<string> =>
      Buffer.from((await reader.read()).value ?? []).toString();
    // The test writes the second line only after the first has arrived.
    expect(await text()).toBe('{"first":"ü\\n"}\n');
    lines?.write(['second']);
    expect(await text()).toBe('["second"]\n');
    lines?.end();
    expect((await reader.read()).done).toBe(true);
    expect([...response.headers]).toEqual(
      expect.arrayContaining([
        ['content-type', 'application/x-ndjson; charset=utf-8'],
        ['cache-control', 'no-store, no-transform'],
        ['x-accel-buffering', 'no'],
      ]),
    );
  });

  it('leaves the reply unchanged until the first line', async () => {
    answer = (lines, response) => {
      expect(lines.hasBegun).toBe(false);
      response.writeHead(418).end('teapot');
    };
    const response = await ask();
    expect([response.status, await response.text()]).toEqual([418, 'teapot']);
  });

  it('sends an empty line every 15 s while idle, but none after the end', async () => {
    jest.useFakeTimers({ doNotFake: REAL });
    let lines: JsonLines<unknown> | undefined;
    answer = (begun) => {
      lines = begun;
      begun.write(1);
    };
    const response = await ask();
    jest.advanceTimersByTime(14_999);
    jest.advanceTimersByTime(30_001);
    lines?.end();
    expect(jest.getTimerCount()).toBe(0);
    expect(await response.text()).toBe('1\n\n\n\n');
  });

  it('stops writing and clears its timer when the visitor has left', async () => {
    jest.useFakeTimers({ doNotFake: REAL });
    let lines: JsonLines<unknown> | undefined;
    let gone = false;
    answer = (begun, response) => {
      lines = begun;
      begun.write(1);
      response.once('close', () => (gone = true));
    };
    const response = await ask();
    await response.body?.cancel();
    await waitUntil(() => gone, 'the end of the connection');
    expect(jest.getTimerCount()).toBe(0);
    expect(() => {
      lines?.write(2);
      lines?.end();
    }).not.toThrow();
  });

  it('drops progress lines only for a reader that is too slow', async () => {
    answer = (lines, response) => {
      lines.write('x'.repeat(100_000));
      expect(response.writableNeedDrain).toBe(true);
      lines.writeLatest('old news');
      lines.write('the result');
      lines.end();
    };
    const lines = (await (await ask()).text()).split('\n').slice(1);
    expect(lines).toEqual(['"the result"', '']);
  });
});
