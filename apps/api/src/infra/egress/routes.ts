import { Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import type { Site } from '../sites/site.js';
import type { ProxyUse } from '../sites/site-settings.js';
import { EgressFailed } from './egress-error.js';
import type { EgressPolicy, Endpoint } from './egress-policy.js';
import type { EgressOptions } from './egress.options.js';
import { guardedDial, TargetRefused, TunnelUnclear } from './guarded-dial.js';
import { guardedDispatcher } from './dispatcher/guarded-dispatcher.js';
import type { UpstreamProxy } from './upstream-proxy.js';

/**
 * Each problem with a proxy is logged at most once in this many milliseconds, because a merge
 * retries many times.
 */
const WARN_EVERY_MS = 60_000;

/**
 * The routes to the internet: the direct route, and one through each of the operator's outbound
 * proxies.
 */
export class Routes {
  private readonly logger = new Logger('Egress');
  /** One dispatcher per proxy, so that routes never share connections. */
  private readonly dispatchers = new Map<string, Promise<Dispatcher>>();
  private readonly warned = new LRUCache<string, true>({ max: 100, ttl: WARN_EVERY_MS });

  constructor(
    private readonly policy: EgressPolicy,
    private readonly proxyOf: NonNullable<EgressOptions['proxyOf']> = () => null,
    private readonly noteProxy: NonNullable<EgressOptions['noteProxy']> = () => undefined,
  ) {}

  /** Opens a guarded connection for reading a page. @throws the same errors as `guardedDial` */
  dial(target: Endpoint, via: Site): Promise<Socket> {
    return this.dialOver(target, this.proxyOf(via, 'page'));
  }

  dispatcher(via: Site, use: ProxyUse): Promise<Dispatcher> {
    const proxy = this.proxyOf(via, use);
    const key = proxy === null ? '' : `${proxy.label} ${proxy.authorization}`;
    const known = this.dispatchers.get(key);
    if (known !== undefined) {
      return known;
    }
    const made = guardedDispatcher((target) => this.dialOver(target, proxy));
    this.dispatchers.set(key, made);
    return made;
  }

  async close(): Promise<void> {
    const dispatchers = await Promise.all(this.dispatchers.values());
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.destroy()));
  }

  private async dialOver(target: Endpoint, proxy: UpstreamProxy | null): Promise<Socket> {
    try {
      const socket = await guardedDial(this.policy, target, proxy);
      if (proxy !== null) {
        this.noteProxy(proxy, true);
      }
      return socket;
    } catch (error) {
      if (proxy !== null && error instanceof EgressFailed && error.reason === 'proxy') {
        this.warn(proxy, error.cause);
        // A failure that visitors can cause with a link does not count against the proxy.
        if (!(error.cause instanceof TunnelUnclear)) {
          this.noteProxy(proxy, error.cause instanceof TargetRefused);
        }
      }
      throw error;
    }
  }

  private warn({ label }: UpstreamProxy, cause: unknown): void {
    const fault = faultOf(cause);
    const key = `${label} ${fault}`;
    if (!this.warned.has(key)) {
      this.warned.set(key, true);
      this.logger.warn({ msg: 'The outbound proxy failed', proxy: label, fault });
    }
  }
}

/** The innermost error message: the connection's error, or the proxy's response. */
function faultOf(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null) {
    return String(cause);
  }
  const { message = '', code = '', cause: inner } = cause as NodeJS.ErrnoException;
  // An AggregateError (with one error per address) has only a code and no message.
  return inner === undefined ? message || code : faultOf(inner);
}
