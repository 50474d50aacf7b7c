import type { Request } from 'express';
import type { Env } from '../infra/env/env.module.js';
import { visitedOrigin } from '../infra/http/host-header.js';

/** Scheme and host that visitors see, no slash at the end: as configured, else of the request. */
export function publicOrigin(request: Request, { PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>): string {
  return (PUBLIC_URL ?? visitedOrigin(request)).replace(/\/$/, '');
}
