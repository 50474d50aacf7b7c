import { once } from 'node:events';
import http from 'node:http';
import { type AddressInfo, connect, type Server } from 'node:net';
import type { Grant } from '../../extract/offers/grants.service.js';
import { parseEgressAllow } from '../../infra/egress/egress-policy.js';
import { EgressService } from '../../infra/egress/egress.service.js';
import type { RecordingProxy } from '../../infra/egress/testing/recording-proxy.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import { SourceClient } from '../../source/client/source-client.js';
import { HostBudget } from '../../source/lanes/host-budget.js';
import { RelayService } from '../relay.service.js';
import { isTiktokGrant } from '../tiktok-grant.js';

/** Size of the media, in bytes. */
export const SIZE = 2_000_000;
/** Largest file relayed here, in bytes. */
export const MAX = 4_000_000;
export const media = Buffer.from(Uint8Array.from({ length: SIZE }, (_, at) => (at * 7919) >> 8));

export type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

interface Seen {
  readonly method: string;
  readonly headers: http.IncomingHttpHeaders;
}

/** A media server that behaves correctly: it supports ranges, If-Range and HEAD. */
export function serve(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  {
    etag = '"v1"',
    body = media,
    cutAfter = Infinity,
  }: { etag?: string | null; body?: Buffer; cutAfter?: number } = {},
): void {
  const { range, 'if-range': condition } = request.headers;
  const asked = /^bytes=(\d*)-(\d*)$/.exec(
    condition === undefined || condition === etag ? (range ?? '') : '',
  );
  const start = asked === null ? 0 : asked[1] ? Number(asked[1]) : body.length - Number(asked[2]);
  const end = asked?.[1] && asked[2] ? Math.min(Number(asked[2]) + 1, body.length) : body.length;
  const about = {
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    ...(etag !== null && { etag }),
    'x-secret': 'source',
  };
  if (start >= body.length) {
    response.writeHead(416, { 'content-range': `bytes */${body.length}` }).end();
    return;
  }
  response.writeHead(asked === null ? 200 : 206, {
    ...about,
    'content-length': end - start,
    ...(asked !== null && { 'content-range': `bytes ${start}-${end - 1}/${body.length}` }),
  });
  if (request.method === 'HEAD') {
    response.end();
  } else if (end - start > cutAfter) {
    response.write(body.subarray(start, start + cutAfter), () => response.destroy());
  } else {
    response.end(body.subarray(start, end));
  }
}

/**
 * Shared by the relay's specs: a source on loopback that can misbehave, and the service behind a
 * plain HTTP server, with a real guard that allows requests only to that source.
 */
export class RelayWorld {
  handler: Handler = serve;
  seen: Seen[] = [];
  /** How each call of the service ended: `done`, or the error code. */
  outcomes: string[] = [];
  fileName: string | null = null;
  referer = '';
  /** Paths of smaller images. */
  others: readonly string[] = [];
  lookups = 0;
  /** Makes every grant lookup fail with this error. */
  forgotten: DomainError | null = null;
  /** The page that the URLs were issued for. */
  pageUrl = '';
  /** The connections to the source, as tasks use them. */
  readonly budget = new HostBudget();
  private readonly origin = http.createServer((request, response) => {
    this.seen.push({ method: request.method ?? '', headers: request.headers });
    this.handler(request, response);
  });
  private readonly server = http.createServer((request, response) =>
    this.answer(request, response),
  );
  /** A page blocked by the operator. */
  blocked = '';
  private egress: EgressService | null = null;
  private service: RelayService | null = null;

  /**
   * @param maxBytes largest file relayed, in bytes
   * @param proxy the operator's outbound proxy for TikTok
   * @param rateLimit whether visitors are limited
   */
  constructor(
    private readonly maxBytes = MAX,
    private readonly proxy: RecordingProxy | null = null,
    private readonly rateLimit: 'on' | 'off' = 'on',
  ) {}

  async open(): Promise<void> {
    for (const server of [this.origin, this.server]) {
      await once(server.listen(0, '127.0.0.1'), 'listening');
    }
    const reached = [new URL(baseOf(this.origin)).host, this.proxy?.endpoint ?? ''];
    this.egress = new EgressService({
      allow: parseEgressAllow(reached.join(',')),
      ownHosts: [],
      ownEndpoints: [],
      proxyOf: (site) => (site === 'tiktok' ? (this.proxy?.upstream ?? null) : null),
    });
    const grants = {
      find: (_kind: Grant['kind'], url: string) => {
        this.lookups += 1;
        return Promise.resolve().then(() => this.grantOf(url));
      },
      signedImage: (url: string, grant: string | undefined): Grant | null => {
        const { referer, pageUrl } = this;
        return grant !== 'signed'
          ? null
          : {
              ...{ kind: 'image', url, pageUrl, headers: { referer } },
              ...{ fileName: null, sizeBytes: null },
            };
      },
    };
    this.service = new RelayService(
      grants,
      new SourceClient(this.egress),
      {
        MAX_FILE_BYTES: this.maxBytes,
        RATE_LIMIT: this.rateLimit,
      },
      this.budget,
      { isBlocked: (link) => link === this.blocked },
    );
  }

  async close(): Promise<void> {
    await this.egress?.onApplicationShutdown();
    for (const server of [this.origin, this.server]) {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    }
  }

  reset(): void {
    [this.seen, this.outcomes, this.handler] = [[], [], serve];
    this.others = [];
    [this.lookups, this.forgotten] = [0, null];
    [this.fileName, this.referer] = ['日本.mp4', 'https://page.test/'];
    this.pageUrl = this.referer;
  }

  /** The source's URL, without a trailing slash. */
  get sourceUrl(): string {
    return baseOf(this.origin);
  }

  /** Requests a path of the source, or any other URL, through the relay. */
  ask(path: string, init: RequestInit = {}, more = ''): Promise<Response> {
    const url = path.startsWith('/') ? `${baseOf(this.origin)}${path}` : path;
    return fetch(`${baseOf(this.server)}/?url=${encodeURIComponent(url)}${more}`, init);
  }

  /**
   * Requests a path of the source over HTTP/1.0, as an old proxy would.
   * @param onReceived called with the number of bytes received so far
   * @returns everything received
   * @throws when the connection breaks
   */
  async askOverHttp10(
    path: string,
    more = '',
    onReceived: (bytes: number) => void = () => undefined,
  ): Promise<Buffer> {
    const { port } = this.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const url = encodeURIComponent(`${baseOf(this.origin)}${path}`);
    socket.write(`GET /?url=${url}${more} HTTP/1.0\r\n\r\n`);
    const chunks: Buffer[] = [];
    for await (const chunk of socket) {
      chunks.push(chunk as Buffer);
      onReceived(chunks.reduce((sum, { length }) => sum + length, 0));
    }
    return Buffer.concat(chunks);
  }

  private grantOf(url: string): Grant | null {
    if (this.forgotten !== null) {
      throw this.forgotten;
    }
    const { fileName, referer, pageUrl } = this;
    const headers = { referer, cookie: 'c=1', 'user-agent': 'agent' };
    const kind = url.includes('/image') ? 'image' : 'media';
    const others = this.others.map((path) => `${baseOf(this.origin)}${path}`);
    return url.startsWith('no:')
      ? null
      : { kind, url, pageUrl, headers, fileName, sizeBytes: null, others };
  }

  private answer(request: http.IncomingMessage, response: http.ServerResponse): void {
    const query = new URL(request.url ?? '', 'http://relay').searchParams;
    const url = query.get('url') ?? '';
    const tiktok = query.has('tiktok') && { accepts: isTiktokGrant };
    const answered = query.has('image')
      ? this.service?.image(request, response, {
          ...{ url, download: query.has('download'), grant: query.get('grant') ?? undefined },
        })
      : this.service?.media(request, response, {
          ...{ url, download: query.has('download'), yields: query.has('yields'), ...tiktok },
        });
    answered?.then(
      () => this.outcomes.push('done'),
      (error: unknown) => {
        this.outcomes.push(error instanceof DomainError ? error.code : String(error));
        if (error instanceof DomainError && !response.headersSent) {
          response.writeHead(error.status).end(error.code);
        }
      },
    );
  }
}

function baseOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function bytesOf(reply: Response): Promise<Buffer> {
  return Buffer.from(await reply.arrayBuffer());
}
