import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseEgressAllow } from '../../infra/egress/egress-policy.js';
import type { EgressRequest, EgressResponse } from '../../infra/egress/egress.service.js';
import { EgressService } from '../../infra/egress/egress.service.js';
import type { Site } from '../../infra/sites/site.js';
import { FeedClient } from '../extractors/feed/feed-client.js';
import { ItunesClient } from '../extractors/itunes/itunes-client.js';
import { PageClient } from '../extractors/page/page-client.js';

const FOLDER = join(__dirname, '../../../../../test/fixtures/sites');

export function siteFixture(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8');
}

export function siteJson(
  name: string,
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  return { ...(JSON.parse(siteFixture(name)) as Record<string, unknown>), ...changes };
}

/** How a site responds: with a body, with an object as JSON, or with whatever a function sends. */
export type SiteAnswer =
  | string
  | Buffer
  | Record<string, unknown>
  | ((response: http.ServerResponse, request: http.IncomingMessage) => void);

/**
 * A fake web, in which one origin on loopback responds for all public addresses, behind a real
 * guard. Addresses that the guard refuses are left unchanged, even in redirects.
 */
export class SiteWorld {
  /** The responses by URL. Any other URL gets a 404. */
  readonly answers = new Map<string, SiteAnswer>();
  readonly asked: string[] = [];
  /** The site whose proxy was used, for each request. */
  readonly ways: (Site | undefined)[] = [];
  readonly pages: PageClient;
  readonly feeds: FeedClient;
  readonly itunes: ItunesClient;

  private constructor(
    private readonly server: http.Server,
    private readonly origin: string,
    private readonly guard: EgressService,
  ) {
    this.server.on('request', (request, response) => this.answer(request, response));
    this.pages = new PageClient({
      check: (url) => guard.check(url),
      request: (url, options) => this.request(url, options),
    });
    this.feeds = new FeedClient(this.pages);
    this.itunes = new ItunesClient(this.pages);
  }

  static async open(): Promise<SiteWorld> {
    const server = http.createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const allow = parseEgressAllow(host);
    const guard = new EgressService({ allow, ownHosts: [], ownEndpoints: [] });
    return new SiteWorld(server, `http://${host}`, guard);
  }

  async close(): Promise<void> {
    await this.guard.onApplicationShutdown();
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  private async request(url: string, options?: EgressRequest): Promise<EgressResponse> {
    this.ways.push(options?.via);
    const answer = await this.guard.request(this.onOrigin(url), options);
    return { ...answer, url: this.onSite(answer.url) };
  }

  /** Turns `https://site.example/path` into `http://127.0.0.1:port/https/site.example/path`. */
  private onOrigin(url: string): string {
    return this.guard.check(url).ok && !url.startsWith(this.origin)
      ? `${this.origin}/${url.replace('://', '/')}`
      : url;
  }

  private onSite(url: string): string {
    return url.slice(this.origin.length + 1).replace('/', '://');
  }

  private answer(request: http.IncomingMessage, response: http.ServerResponse): void {
    const url = this.onSite(`${this.origin}${request.url ?? ''}`);
    this.asked.push(url);
    const answer = this.answers.get(url);
    if (answer === undefined) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>not found</h1>');
    } else if (typeof answer === 'function') {
      const writeHead = response.writeHead.bind(response);
      // Keeps redirects between sites within this world.
      response.writeHead = ((status: number, headers: Record<string, string> = {}) =>
        writeHead(status, {
          ...headers,
          ...(headers['location'] && { location: this.onOrigin(headers['location']) }),
        })) as typeof response.writeHead;
      answer(response, request);
    } else if (typeof answer === 'string' || Buffer.isBuffer(answer)) {
      response.writeHead(200, { 'content-type': 'text/html' }).end(answer);
    } else {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    }
  }
}

export function redirectTo(location: string): SiteAnswer {
  return (response) => response.writeHead(302, { location }).end();
}

export function status(code: number, contentType = 'application/json'): SiteAnswer {
  return (response) => response.writeHead(code, { 'content-type': contentType }).end('{}');
}
