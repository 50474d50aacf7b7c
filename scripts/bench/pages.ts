import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { inTurn, processorMs, valuesOf } from './harness/measure.js';
import { slowPhone } from './harness/slow-phone.js';
import type { Server, Stage } from './harness/stage.js';
import { median, quantile, row, type Row } from './harness/table.js';

export const title =
  'pages, compared with a static file from the same process, and on a slow phone';

const CONNECTIONS = 8;
const ENCODINGS = { 'accept-encoding': 'gzip, deflate, br', 'accept-language': 'en' };

export async function run(stage: Stage): Promise<Row[]> {
  const [rounds, replies] = stage.quick ? [1, 40] : [3, 6000];
  const server = await stage.server();
  const asset = await styleSheet(server.url);
  let pages = 0;
  const load = (path: () => string) => () => measure(server, path, replies);
  const contenders = {
    file: load(() => asset),
    cached: load(() => '/'),
    // The server does not cache a page with a prefilled form for other visitors.
    uncached: load(() => `/?url=https%3A%2F%2Fvimeo.com%2F${(pages += 1)}`),
  };
  if (!stage.quick) {
    await inTurn(1, contenders);
  }
  const found = await inTurn(rounds, contenders);
  const bytes = valuesOf(found, 'bytes');
  const served = (['cached', 'uncached'] as const).flatMap((kind) => {
    const values = (key: 'rate' | 'p99' | 'cpu') => {
      const { [kind]: ours, file } = valuesOf(found, key);
      return { ours, 'static file': file };
    };
    const note = `${median(bytes[kind])} bytes, the file ${median(bytes.file)}`;
    return [
      row(`${kind} page`, '/s', values('rate'), { note }),
      row(`${kind} page, slowest 1%`, 'ms', values('p99')),
      row(`${kind} page, processor time of the server`, 'ms', values('cpu')),
    ];
  });
  return [...served, ...(await slowPhone(stage))];
}

/** @returns the path of a file that every page links to and that is about as large as a page */
async function styleSheet(server: string): Promise<string> {
  const page = await (await fetch(server)).text();
  const [, path] = /<link rel="stylesheet" href="([^"]+)"/.exec(page) ?? [];
  assert(path, 'the page links no style sheet');
  return path;
}

/** Requests the given paths one after another on a few connections, as browsers do. */
async function measure({ url, pid }: Server, path: () => string, replies: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const [cpuBefore, startedMs] = [processorMs(pid), performance.now()];
  const times: number[] = [];
  let bytes = 0;
  const ask = async (): Promise<void> => {
    while (times.length < replies) {
      const askedMs = performance.now();
      bytes = await sizeOf(url + path(), agent);
      times.push(performance.now() - askedMs);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, ask));
  const rate = (1000 * times.length) / (performance.now() - startedMs);
  const cpu = (processorMs(pid) - cpuBefore) / times.length;
  agent.destroy();
  return { rate, p99: quantile(times, 0.99), cpu, bytes };
}

/** Reads a whole reply without decompressing it. @returns its size in bytes */
async function sizeOf(url: string, agent: Agent): Promise<number> {
  const request = get(url, { agent, headers: ENCODINGS });
  const answered = once(request, 'response').catch((error: unknown) => {
    // The server may close a connection between replies.
    assert(request.reusedSocket, String(error));
    return null;
  });
  const [response] = ((await answered) ?? []) as [IncomingMessage?];
  if (response === undefined) {
    return sizeOf(url, agent);
  }
  assert(response.statusCode === 200, `a page is answered with ${response.statusCode}`);
  let bytes = 0;
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
  }
  return bytes;
}
