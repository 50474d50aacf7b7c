import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Asked } from './answer.js';

/** Responds to the requests of one case; null for an unknown path. */
export type Site = (asked: Asked) => Answer | null;

export interface HostileOrigin {
  /** Opens the folder of a case. @returns its URL, with a trailing slash */
  readonly open: (name: string, site: Site) => string;
  readonly closeSite: (name: string) => void;
  readonly close: () => Promise<void>;
}

const TICK_MS = 50;

/** Yields bytes at a rate, or all of them in one chunk. */
async function* paced(bytes: Buffer, rate?: number): AsyncGenerator<Buffer> {
  const step = rate === undefined ? bytes.length : Math.max(1, Math.round((rate * TICK_MS) / 1000));
  for (let at = 0; at < bytes.length; at += step) {
    yield bytes.subarray(at, at + step);
    if (rate !== undefined) {
      await delay(TICK_MS);
    }
  }
}

async function send(answer: Answer, asked: Asked, response: ServerResponse): Promise<void> {
  const { status, headers, body, bytesPerSecond } = answer;
  response.writeHead(status, headers);
  if (asked.method === 'HEAD') {
    response.end();
    return;
  }
  response.flushHeaders();
  const end = Math.min(answer.cutAfter ?? body.length, answer.stallAfter ?? body.length);
  await pipeline(paced(body.subarray(0, end), bytesPerSecond), response, { end: false });
  if (end >= body.length) {
    response.end();
  } else if (answer.stallAfter === undefined || answer.stallAfter === null) {
    // Deliver everything written so far, and then close before the announced length is reached.
    response.socket?.destroySoon();
  }
}

export async function startHostileOrigin(): Promise<HostileOrigin> {
  const sites = new Map<string, { site: Site; counts: Map<string, number> }>();
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? '/', 'http://origin.invalid');
    const [, name = '', path = ''] =
      /^\/([^/]+)\/(.*)$/.exec(decodeURIComponent(url.pathname)) ?? [];
    const method = request.method ?? 'GET';
    const found = sites.get(name);
    const before = found?.counts.get(path) ?? 0;
    const count = method === 'HEAD' ? before : before + 1;
    found?.counts.set(path, count);
    const { range, 'if-range': ifRange } = request.headers as Record<string, string | undefined>;
    const asked = { path, method, range, ifRange, count, query: url.searchParams };
    const answer = found?.site(asked) ?? null;
    if (answer === null) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not here.');
      return;
    }
    send(answer, asked, response).catch(() => response.destroy());
  };
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    open: (name, site) => {
      sites.set(name, { site, counts: new Map() });
      return `${address}/${name}/`;
    },
    closeSite: (name) => void sites.delete(name),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
