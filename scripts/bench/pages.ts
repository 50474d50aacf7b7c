import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { inTurn, valuesOf } from './harness/measure.js';
import { processorMs } from './harness/process-stats.js';
import { median, quantile, row, type Row } from './harness/result.js';
import type { Server } from './harness/servers.js';
import type { Stage } from './harness/stage.js';

export const title = 'pages, beside a static file of the same process';

const CONNECTIONS = 8;

/** The minimum duration of the load and the minimum number of replies. */
interface Least {
  readonly ms: number;
  readonly replies: number;
}

export async function run(stage: Stage): Promise<Row[]> {
  const [rounds, warmUp, least]: [number, Least, Least] = stage.quick
    ? [1, { ms: 0, replies: 10 }, { ms: 0, replies: 100 }]
    : [3, { ms: 2000, replies: 0 }, { ms: 4000, replies: 0 }];
  const server = await stage.server();
  const asset = await styleSheet(server.url);
  let pages = 0;
  const paths = {
    file: () => asset,
    cached: () => '/',
    // A page with a prefilled form is not cached for others.
    uncached: () => `/?url=https%3A%2F%2Fvimeo.com%2F${(pages += 1)}`,
  };
  for (const path of Object.values(paths)) {
    await load(server, path, warmUp);
  }
  const found = await inTurn(rounds, {
    file: () => load(server, paths.file, least),
    cached: () => load(server, paths.cached, least),
    uncached: () => load(server, paths.uncached, least),
  });
  const bytes = valuesOf(found, 'bytes');
  return (['cached', 'uncached'] as const).flatMap((kind) => {
    const values = (key: 'rate' | 'p99' | 'cpu') => {
      const { [kind]: ours, file } = valuesOf(found, key);
      return { ours, 'static file': file };
    };
    const note = `${median(bytes[kind])} bytes, the file ${median(bytes.file)}`;
    return [
      row(`${kind} page`, '/s', values('rate'), { note }),
      row(`${kind} page, slowest 1 %`, 'ms', values('p99')),
      row(`${kind} page, processor time of the server`, 'ms', values('cpu')),
    ];
  });
}

/** @returns the path of a file that every page links, about as large as a page. */
async function styleSheet(server: string): Promise<string> {
  const page = await (await fetch(server)).text();
  const [, path] = /<link rel="stylesheet" href="([^"]+)"/.exec(page) ?? [];
  assert(path, 'the page links no style sheet');
  return path;
}

/** Requests one path after another on a few connections, as browsers do. */
async function load({ url, pid }: Server, path: () => string, least: Least) {
  const headers = `Host: localhost:${new URL(url).port}\r\nAccept: text/html\r\nAccept-Language: en\r\nAccept-Encoding: gzip, deflate, br`;
  const [cpuBefore, startedMs] = [processorMs(pid), performance.now()];
  const times: number[] = [];
  let bytes = 0;
  const ask = async (): Promise<void> => {
    let socket = await open(url);
    while (performance.now() - startedMs < least.ms || times.length < least.replies) {
      const askedMs = performance.now();
      socket.write(`GET ${path()} HTTP/1.1\r\n${headers}\r\n\r\n`);
      const length = await replyLength(socket);
      if (length === null) {
        socket = await open(url);
      } else {
        bytes = length;
        times.push(performance.now() - askedMs);
      }
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, ask));
  const rate = (1000 * times.length) / (performance.now() - startedMs);
  const cpu = (processorMs(pid) - cpuBefore) / times.length;
  return { rate, p99: quantile(times, 0.99), cpu, bytes };
}

async function open(server: string): Promise<Socket> {
  const { hostname, port } = new URL(server);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  // A lost connection emits 'close', too.
  return socket.on('error', () => undefined);
}

/**
 * Reads one reply by hand, because a client of the standard library would cost more than the server.
 * @returns null if the server had closed the connection, as it may between replies.
 */
function replyLength(socket: Socket): Promise<number | null> {
  return new Promise((resolve, reject) => {
    let reply = '';
    const settle = (then: () => void): void => {
      socket.off('data', read).off('close', closed);
      then();
    };
    const fail = (problem: string): void => settle(() => reject(new Error(problem)));
    const closed = (): void =>
      reply === '' ? settle(() => resolve(null)) : fail('a page broke off');
    const read = (chunk: Buffer): void => {
      reply += chunk.toString('latin1');
      const head = reply.slice(0, reply.indexOf('\r\n\r\n') + 4);
      const length = /\ncontent-length: (\d+)/i.exec(head)?.[1];
      const isWhole = length
        ? reply.length === head.length + Number(length)
        : reply.endsWith('\r\n0\r\n\r\n');
      if (isWhole && head.startsWith('HTTP/1.1 200 ')) {
        settle(() => resolve(reply.length));
      } else if (isWhole) {
        fail(`a page is answered with ${head.slice(9, 60)}`);
      }
    };
    if (socket.closed) {
      closed();
    }
    socket.on('data', read).on('close', closed);
  });
}
