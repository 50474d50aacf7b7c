import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Origin } from '../origin/media-origin.js';

/** The way in which a site currently serves its media. */
export type Mood =
  /** Serves its media like the origin. */
  | 'well'
  /**
   * Serves its media so slowly that no file completes before the mood changes. The transfers are
   * then cut off and can be resumed.
   */
  | 'slowly'
  | 'with-a-page';

/** A site in front of the origin. Tests can change its mood. */
export interface Site {
  /**
   * Returns a link to a manifest like the origin's `/dash/webm.mpd`; each `variant` is a different
   * page.
   */
  readonly manifest: (name: 'plain' | 'webm' | 'big', variant?: string | number) => string;
  readonly page: (title: string) => string;
  /** Returns how often the page with this title has been requested. */
  readonly pageRequests: (title: string) => number;
  /** Holds back all pages until the returned function is called. */
  readonly holdPages: () => () => void;
  mood: Mood;
  /** Resolves when no slow request to the origin is in progress. */
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const ASKED = ['range', 'if-range'];
const ANSWERED = ['content-type', 'content-length', 'content-range', 'accept-ranges', 'etag'];
/** Every write costs the server CPU time: four times as many writes took twice the time. */
const TICK_MS = 200;
/** Just enough to keep a server from giving up: it expects more than 32 KB in 30 s. */
const LATER_BYTES_PER_SECOND = 1500;

/**
 * A file that is served slowly. All its requests share one rate, because a server divides a slow
 * file among many of them, and requests the rest again after a restart.
 */
interface SlowFile {
  readonly bytes: number;
  /** Number of bytes sent since the first request. */
  sent: number;
  /** Number of requests in progress. */
  requests: number;
}

/** The first eighth comes within 13 s, so that tests see some progress. */
const rateOf = ({ bytes, sent }: SlowFile): number =>
  sent < bytes / 8 ? Math.max(8000, bytes / 100) : LATER_BYTES_PER_SECOND;

async function drip(response: ServerResponse, body: Buffer, file: SlowFile): Promise<void> {
  file.requests += 1;
  let [sent, due, before] = [0, 0, performance.now()];
  while (sent < body.length && !response.destroyed) {
    await delay(TICK_MS);
    const now = performance.now();
    due += ((now - before) / 1000) * (rateOf(file) / file.requests);
    before = now;
    const part = body.subarray(sent, sent + Math.floor(due));
    response.write(part);
    sent += part.length;
    due -= part.length;
    file.sent += part.length;
  }
  file.requests -= 1;
  response.end();
}

async function sendSlowly(
  url: string,
  request: IncomingMessage,
  response: ServerResponse,
  files: Map<string, SlowFile>,
): Promise<void> {
  const headers = ASKED.flatMap((name) => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
  const answer = await fetch(url, { headers });
  const body = Buffer.from(await answer.arrayBuffer());
  if (!response.destroyed) {
    const told = ANSWERED.filter((name) => answer.headers.has(name));
    response.writeHead(
      answer.status,
      Object.fromEntries(told.map((name) => [name, answer.headers.get(name) ?? ''])),
    );
    const total = answer.headers.get('content-range')?.split('/')[1] ?? body.length;
    const name = request.url ?? '';
    const file = files.get(name) ?? { bytes: Number(total), sent: 0, requests: 0 };
    files.set(name, file);
    await drip(response, body, file);
  }
}

function sendManifest(origin: Origin, url: URL, response: ServerResponse): boolean {
  if (url.pathname.endsWith('.mpd')) {
    void fetch(`${origin.url}${url.pathname}`).then(async (manifest) => {
      response.writeHead(200, { 'content-type': 'application/dash+xml' });
      const text = await manifest.text();
      // Remove the sizes, because the server would otherwise refuse the stream too early. Give each
      // page files of its own.
      const sizeless = text.replace(/ yt:contentLength="\d+"/g, '');
      response.end(sizeless.replaceAll('</BaseURL>', `${url.search}</BaseURL>`));
    });
    return true;
  }
  return false;
}

function sendPlayer(origin: Origin, title: string, response: ServerResponse): void {
  const source = `${origin.url}/dash/webm.mpd`;
  const player = `<video><source src="${source}" type="application/dash+xml"></video>`;
  response.writeHead(200, HTML);
  response.end(`<title>${title}</title>${player}`);
}

export async function startSite(origin: Origin): Promise<Site> {
  let mood: Mood = 'well';
  const slow = new Set<ServerResponse>();
  const passing = new Set<Promise<void>>();
  const slowFiles = new Map<string, SlowFile>();
  const asked: string[] = [];
  let held = Promise.resolve();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://site.invalid');
    const media = `${origin.url}${url.pathname}`;
    if (url.pathname === '/page') {
      const title = url.searchParams.get('title') ?? '';
      asked.push(title);
      void held.then(() => sendPlayer(origin, title, response));
      return;
    }
    if (sendManifest(origin, url, response)) {
      return;
    }
    if (mood === 'slowly') {
      slow.add(response);
      response.once('close', () => slow.delete(response));
      const sent = sendSlowly(media, request, response, slowFiles)
        .catch(() => void response.destroy())
        .finally(() => passing.delete(sent));
      passing.add(sent);
    } else if (mood === 'well') {
      response.writeHead(302, { location: media }).end();
    } else {
      response.writeHead(200, HTML).end('<p>Please sign in.</p>');
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    manifest: (name, variant = '') => `${address}/dash/${name}.mpd?${variant}`,
    page: (title) => `${address}/page?title=${encodeURIComponent(title)}`,
    pageRequests: (title) => asked.filter((one) => one === title).length,
    holdPages: () => {
      let release = (): void => undefined;
      held = new Promise((resolve) => (release = resolve));
      return () => release();
    },
    get mood() {
      return mood;
    },
    set mood(next) {
      mood = next;
      if (next !== 'slowly') {
        slow.forEach((response) => response.destroy());
      }
    },
    settled: async () => void (await Promise.all(passing)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
