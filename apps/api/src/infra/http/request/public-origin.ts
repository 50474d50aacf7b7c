import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import type { Env } from '../../env/env.module.js';
import { visitedOrigin } from './host-header.js';

/** Limited in size, because clients choose the Host header. */
const known = new LRUCache<string, string>({ max: 500 });

/** Caches `visitedOrigin` by host, to avoid parsing a URL for each request. */
function keptOrigin(request: Request): string {
  const key = `${request.protocol} ${request.get('host') ?? ''}`;
  const origin = known.get(key) ?? visitedOrigin(request);
  known.set(key, origin);
  return origin;
}

/**
 * The origin that visitors see, without a trailing slash: the configured one, or else the
 * request's.
 */
export function publicOrigin(request: Request, { PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>): string {
  return (PUBLIC_URL ?? keptOrigin(request)).replace(/\/$/, '');
}
