import { parseUrl } from '@dipper/media';
import type { Socket } from 'node:net';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Dispatcher } from 'undici';
import { header } from '../http/content-range.js';
import { type Site, siteOf } from '../sites/site.js';
import type { ProxyUse } from '../sites/site-settings.js';
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
  /** How many redirects to follow before giving up; 5 by default. */
  maxRedirects?: number;
  /** The site whose proxy is used, also for redirects; by default, the site of `url`. */
  via?: Site;
  /**
   * What the connection is for: a page (the default) or its media. Operators may use a proxy for
   * pages only.
   */
  use?: ProxyUse;
}

export interface EgressResponse {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  /** The caller must read or destroy the body. Classify its errors with `toEgressError`. */
  body: Dispatcher.ResponseData['body'];
  url: string;
}

const MAX_REDIRECTS = 5;
/**
 * Podcast media can be behind many tracking redirects. More than 7 have been seen (LMS slimserver
 * 1228).
 */
export const MEDIA_REDIRECTS = 20;
/** How much of the body of a redirect is read, so that its connection can be reused. */
const DUMP = { limit: 16_384, timeoutMs: 2_000 };

/**
 * The only way out for our own requests. Applies the policy to each URL, each address that DNS
 * returns, and each connection.
 */
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
    this.routes = new Routes(this.policy, options.proxyOf, options.noteProxy);
  }

  /**
   * Checks a URL against the policy, for callers that pass the URL on (a child process gets
   * `url.href`).
   */
  check(raw: string): UrlVerdict {
    return checkUrl(raw, this.policy);
  }

  /**
   * Adds one of our own host names; requests to it are refused from now on. The name must come from
   * the configuration. If it came from the Host header of a request, a visitor could block another
   * site for everyone.
   *
   * @param host a name, or a name and port
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
   * @param endpoint `host:port`. A wildcard host (including `::` without brackets) stands for every
   * address of the machine. Port 0 means that there is no endpoint yet.
   * @throws Error if it is malformed, so that the server does not start with an incomplete guard
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
   * Sends a request and follows redirects. The whole policy is applied at each hop.
   *
   * @param url the URL to request
   * @returns the response, whatever its status
   * @throws EgressRefused if the policy refuses a hop; EgressFailed if the request fails, with the
   * reason `redirects` if there are too many
   */
  async request(url: string, options: EgressRequest = {}): Promise<EgressResponse> {
    const { method = 'GET', body, signal, maxRedirects = MAX_REDIRECTS, via } = options;
    const dispatcher = await this.routes.dispatcher(via ?? siteOf(url), options.use ?? 'page');
    let hop: Hop = { url, method, headers: lowerCase(options.headers ?? {}), body };
    for (let followed = 0; ; followed += 1) {
      const from = this.allowed(hop);
      const answer = await this.sendOne(from, dispatcher, signal);
      const next = nextHop(from, answer.statusCode, header(answer.headers, 'location'));
      if (!next) {
        const { statusCode: status, headers } = answer;
        // undici emits an error on a body that is destroyed unread. By then, there may be no other
        // listener.
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
   * Returns where a URL redirects to, without requesting that target.
   *
   * @returns the next URL, which has not been checked yet; null if the response is not a redirect
   * @throws EgressRefused, EgressFailed
   */
  async redirectOf(
    url: string,
    options: Pick<EgressRequest, 'headers' | 'signal' | 'via'> = {},
  ): Promise<string | null> {
    const hop = this.allowed({ url, method: 'GET', headers: lowerCase(options.headers ?? {}) });
    const dispatcher = await this.routes.dispatcher(options.via ?? siteOf(url), 'page');
    const answer = await this.sendOne(hop, dispatcher, options.signal);
    const next = nextHop(hop, answer.statusCode, header(answer.headers, 'location'));
    if (next === null) {
      answer.body.on('error', () => undefined).destroy();
      return null;
    }
    await dump(answer);
    return next.url;
  }

  /**
   * Opens a connection for a child process, with the same guard as our own requests. @throws the
   * same errors as `guardedDial`
   */
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
    const { request: send } = await import('undici');
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

/**
 * Puts header names in lower case and drops `host`, which is derived from the URL. A caller that
 * sets it could connect to one name and request another.
 */
function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]): [string, string] => [name.toLowerCase(), value])
      .filter(([name]) => name !== 'host'),
  );
}

/**
 * The error for an aborted request. Of all the reasons that callers may give, only a timeout is
 * distinguished.
 */
function abortError(signal: AbortSignal): EgressFailed {
  const cause: unknown = signal.reason;
  const isDeadline = toEgressError(cause).reason === 'timeout';
  return new EgressFailed(isDeadline ? 'timeout' : 'aborted', { cause });
}

function hostOf(url: string): string {
  return parseUrl(url)?.host ?? '';
}

async function dump({ body }: Dispatcher.ResponseData): Promise<void> {
  const { limit, timeoutMs } = DUMP;
  // If the body does not end in time, it is dropped with its connection, because only the next hop
  // matters.
  await body.dump({ limit, signal: AbortSignal.timeout(timeoutMs) }).catch(() => body.destroy());
}
