import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import type { Env } from '../env/env.module.js';
import { visitedOrigin } from './host-header.js';

/** Bounded because the Host header is the caller's. */
const known = new LRUCache<string, string>({ max: 500 });

/** `visitedOrigin`, which takes a URL apart, once for each host. */
function keptOrigin(request: Request): string {
  const key = `${request.protocol} ${request.get('host') ?? ''}`;
  const origin = known.get(key) ?? visitedOrigin(request);
  known.set(key, origin);
  return origin;
}

/** Scheme and host that visitors see, no slash at the end: as configured, else of the request. */
export function publicOrigin(request: Request, { PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>): string {
  return (PUBLIC_URL ?? keptOrigin(request)).replace(/\/$/, '');
}
