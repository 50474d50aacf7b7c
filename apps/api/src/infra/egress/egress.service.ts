import { parseUrl } from '@dipper/media';
import type { Socket } from 'node:net';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { request as send, type Dispatcher } from 'undici';
import { type Site, siteOf } from '../sites/site.js';
import { EgressFailed, EgressRefused, toEgressError } from './egress-error.js';
import {
  bareHost,
  checkUrl,
  endpointKey,
  type Endpoint,
  parseEndpoint,
  type EgressPolicy,
  type UrlVerdict,
} from './egress-policy.js';
import { EGRESS_OPTIONS, type EgressOptions } from './egress.options.js';
import { nextHop, type Hop } from './next-hop.js';
import { ownEndpoints } from './own-endpoints.js';
import { Routes } from './routes.js';

export interface EgressRequest {
  method?: Hop['method'];
  headers?: Readonly<Record<string, string>>;
  body?: string;
  signal?: AbortSignal;
  /** Redirects followed before giving up; 5 when not given. */
  maxRedirects?: number;
  /** Whose proxy it goes through, redirects included; the site that `url` itself is of when not given. */
  via?: Site;
}

export interface EgressResponse {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  /** Must be read or destroyed. Its errors are told apart by `toEgressError`. */
  body: Dispatcher.ResponseData['body'];
  /** Where the answer came from, after redirects. */
  url: string;
}

const MAX_REDIRECTS = 5;
/** Podcast media hide behind counters, one redirect each: more than 7 were seen (LMS slimserver 1228). */
export const MEDIA_REDIRECTS = 20;
/** What is read of a redirect's body so that its connection can be used again. */
const DUMP = { limit: 16_384, timeoutMs: 2_000 };

/** The one door for our own requests: the policy at every URL, every DNS answer and every connection. */
@Injectable()
export class EgressService implements OnApplicationShutdown {
  readonly policy: EgressPolicy;
  private readonly ownHosts = new Set<string>();
  private readonly ownEndpoints = new Set<string>();
  private readonly routes: Routes;

  constructor(@Inject(EGRESS_OPTIONS) options: EgressOptions) {
    this.policy = {
      allow: options.allow,
      ownHosts: this.ownHosts,
      ownEndpoints: this.ownEndpoints,
    };
    options.ownHosts.forEach((host) => this.addOwnHost(host));
    options.ownEndpoints.forEach((endpoint) => this.addOwnEndpoint(endpoint));
    this.routes = new Routes(this.policy, options.proxyOf);
  }

  /** The policy's verdict on a URL, for callers that hand it to someone else (a child process gets `url.href`). */
  check(raw: string): UrlVerdict {
    return checkUrl(raw, this.policy);
  }

  /**
   * Adds a name of our own, to be refused from now on. Only from configuration: a name taken from a request's Host
   * header would let a visitor close a foreign site to everybody.
   *
   * @param host name, or name and port
   */
  addOwnHost(host: string): void {
    const url = parseUrl(`http://${host}/`);
    if (url !== null) {
      this.ownHosts.add(bareHost(url.hostname));
    }
  }

  /**
   * Adds an endpoint that this process listens on.
   *
   * @param endpoint `host:port`; a wildcard host (also `::` without brackets) stands for every address of the
   *   machine, and port 0 for none yet
   * @throws Error when it is no endpoint: better no start than a guard that does not know itself
   */
  addOwnEndpoint(endpoint: string): void {
    const bracketed = endpoint.replace(/^([0-9a-f:]*:[0-9a-f:]*):(\d+)$/i, '[$1]:$2');
    if (bracketed.endsWith(':0')) {
      return;
    }
    const parsed = parseEndpoint(bracketed);
    if (!parsed) {
      throw new Error(`"${endpoint}" is not host:port`);
    }
    for (const own of ownEndpoints(parsed)) {
      this.ownEndpoints.add(endpointKey(own));
    }
  }

  /**
   * Sends a request and follows redirects, the whole policy at each hop.
   *
   * @param url where to
   * @returns the answer, whatever its status
   * @throws EgressRefused by policy at any hop; EgressFailed when it fails, `redirects` when there are too many
   */
  async request(url: string, options: EgressRequest = {}): Promise<EgressResponse> {
    const { method = 'GET', body, signal, maxRedirects = MAX_REDIRECTS, via } = options;
    const dispatcher = this.routes.dispatcher(via ?? siteOf(url));
    let hop: Hop = { url, method, headers: lowerCase(options.headers ?? {}), body };
    for (let followed = 0; ; followed += 1) {
      const from = this.allowed(hop);
      const answer = await this.sendOne(from, dispatcher, signal);
      const next = nextHop(from, answer.statusCode, single(answer.headers['location']));
      if (!next) {
        const { statusCode: status, headers } = answer;
        // undici emits an error on a body that is destroyed unread, and nobody may be listening any more.
        answer.body.on('error', () => undefined);
        return { status, headers, body: answer.body, url: from.url };
      }
      await dump(answer);
      if (followed >= maxRedirects) {
        throw new EgressFailed('redirects');
      }
      hop = next;
    }
  }

  /**
   * Asks a URL where it leads, one redirect and no further: what it leads to is not asked.
   *
   * @returns the next URL, not judged yet; null when the answer is no redirect
   * @throws EgressRefused, EgressFailed
   */
  async redirectOf(
    url: string,
    options: Pick<EgressRequest, 'headers' | 'signal' | 'via'> = {},
  ): Promise<string | null> {
    const hop = this.allowed({ url, method: 'GET', headers: lowerCase(options.headers ?? {}) });
    const dispatcher = this.routes.dispatcher(options.via ?? siteOf(url));
    const answer = await this.sendOne(hop, dispatcher, options.signal);
    const next = nextHop(hop, answer.statusCode, single(answer.headers['location']));
    if (next === null) {
      answer.body.on('error', () => undefined).destroy();
      return null;
    }
    await dump(answer);
    return next.url;
  }

  /** Opens a connection for a child process, as for our own requests. @throws as `guardedDial` */
  dial(target: Endpoint, via: Site): Promise<Socket> {
    return this.routes.dial(target, via);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.routes.close();
  }

  private allowed(hop: Hop): Hop {
    const verdict = this.check(hop.url);
    if (!verdict.ok) {
      throw new EgressRefused(verdict.reason, hostOf(hop.url));
    }
    return { ...hop, url: verdict.url.href };
  }

  private async sendOne(
    hop: Hop,
    dispatcher: Dispatcher,
    signal?: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    try {
      return await send(hop.url, {
        method: hop.method,
        headers: hop.headers,
        body: hop.body ?? null,
        dispatcher,
        ...(signal && { signal }),
      });
    } catch (error) {
      throw signal?.aborted ? abortError(signal) : toEgressError(error);
    }
  }
}

/** `host` is derived from the URL: a caller's own would let one name be dialled and another be asked. */
function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]): [string, string] => [name.toLowerCase(), value])
      .filter(([name]) => name !== 'host'),
  );
}

/** A caller may abort with any reason; only a deadline is told apart. */
function abortError(signal: AbortSignal): EgressFailed {
  const cause: unknown = signal.reason;
  const isDeadline = toEgressError(cause).reason === 'timeout';
  return new EgressFailed(isDeadline ? 'timeout' : 'aborted', { cause });
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function hostOf(url: string): string {
  return parseUrl(url)?.host ?? '';
}

async function dump({ body }: Dispatcher.ResponseData): Promise<void> {
  const { limit, timeoutMs } = DUMP;
  // A body that does not end in time is cut off with its connection: only the next hop matters.
  await body.dump({ limit, signal: AbortSignal.timeout(timeoutMs) }).catch(() => body.destroy());
}
