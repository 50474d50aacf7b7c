import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { reply, type Exchange, type LoggedRequest } from './exchange.js';
import { findFile } from './find-file.js';
import { makeBigPair } from './make-big-pair.js';
import { makeMedia } from './make-media.js';
import { sendManifest } from './manifests.js';
import { MODES } from './modes.js';
import { sendPage } from './pages.js';
import { MEDIA_SECONDS } from './recipes.js';

export type { LoggedRequest } from './exchange.js';

export interface OriginOptions {
  readonly host?: string;
  /**
   * Makes /dash/big.mpd and /dash/big-fragmented.mpd serve two streams of about this many bytes in
   * total.
   */
  readonly bigBytes?: number;
  /** More folders to serve files from. They have priority over the media set. */
  readonly folders?: readonly string[];
}

export interface Origin {
  /** The origin's URL without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** The duration of every clip in seconds, or of the big pair if there is one. */
  readonly seconds: number;
  /** Every request since the start (or since the last call of `forget`), in order of arrival. */
  readonly requests: readonly LoggedRequest[];
  /** Clears the requests and the state of the misbehaving paths. */
  readonly forget: () => void;
  readonly close: () => Promise<void>;
}

/**
 * Returns the mode and the file name in a path. /hls/… and /dash/… are served like files of the
 * set, so that playlists can use relative URLs.
 */
const fileName = (pathname: string): { mode: string; name: string } | null => {
  const match = /^\/([\w-]+)\/(.+)$/.exec(decodeURIComponent(pathname));
  const [, first = '', rest = ''] = match ?? [];
  if (first === 'hls' || first === 'dash') {
    return { mode: 'media', name: `${first}/${rest}` };
  }
  return Object.hasOwn(MODES, first) ? { mode: first, name: rest } : null;
};

const answer = async (exchange: Exchange): Promise<void> => {
  const { pathname } = exchange.url;
  const manifest = /^\/dash\/([\w-]+)\.mpd$/.exec(pathname)?.[1];
  if (manifest !== undefined && (await sendManifest(exchange, manifest))) {
    return;
  }
  if (await sendPage(exchange)) {
    return;
  }
  const asked = fileName(pathname);
  const file = asked && (await findFile(exchange.folders, asked.name));
  const mode = asked && MODES[asked.mode];
  if (!file || !mode) {
    reply(exchange, 404, 'Not here.', { 'Content-Type': 'text/plain' });
    return;
  }
  await mode(exchange, file, (await stat(file)).size);
};

const logged = (request: IncomingMessage): LoggedRequest => ({
  method: request.method ?? 'GET',
  path: request.url ?? '/',
  range: request.headers.range ?? null,
  headers: { ...request.headers },
  status: 0,
  bytesSent: 0,
});

/**
 * Starts the media origin, a loopback server that stands in for real sites and can behave correctly
 * or misbehave (README.md lists the paths). Makes the media first if this machine does not have it
 * yet.
 */
export const startOrigin = async (options: OriginOptions = {}): Promise<Origin> => {
  const set = await makeMedia();
  const big = options.bigBytes === undefined ? null : await makeBigPair(options.bigBytes);
  const folders = [...(options.folders ?? []), ...(big ? [big.folder] : []), set];
  const requests: LoggedRequest[] = [];
  const memory = new Map<string, number>();
  const bigSeconds = big?.durationSeconds ?? null;

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const log = logged(request);
    requests.push(log);
    const url = new URL(log.path, `http://${request.headers.host ?? 'origin.invalid'}`);
    answer({ request, response, url, log, folders, bigSeconds, memory }).catch(() =>
      response.destroy(),
    );
  };
  const server = createServer(handle);
  const host = options.host ?? '127.0.0.1';
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    port,
    seconds: bigSeconds ?? MEDIA_SECONDS,
    requests,
    forget: () => {
      requests.length = 0;
      memory.clear();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
