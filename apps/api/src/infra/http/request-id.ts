import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { inLogContext, logContext } from '../log/log-context.js';
import { wrapListeners } from './request/wrap-listeners.js';

export const REQUEST_ID_HEADER = 'X-Request-Id';

/**
 * Matches short ids without characters that a log, a header or a shell would interpret. Proxies
 * send UUIDs, hexadecimal numbers (nginx's `$request_id`) or ids like `Root=1-67891233-abcdef`.
 */
const SAFE = /^[\w.=+:-]{1,64}$/;

/** Returns the id sent by a client or proxy, if it is short and safe, and not an API key; otherwise a new one. */
export function requestIdOf(given: string | readonly string[] | undefined): string {
  return typeof given === 'string' && SAFE.test(given) && !given.includes('dip_')
    ? given
    : randomUUID();
}

/** Returns the id of the current request; a new one for a reply that belongs to none. */
export function currentRequestId(): string {
  return logContext().requestId ?? randomUUID();
}

/**
 * Gives each request (or upgrade) an id, which appears in its reply and in every line that is
 * logged for it. Applies to listeners that are already attached.
 */
export function assignRequestIds(server: Server, event: 'request' | 'upgrade'): void {
  wrapListeners(server, event, (pass, request: IncomingMessage, other: ServerResponse | Duplex) => {
    // A request that offers a needless upgrade arrives first as an upgrade and then as a request.
    const requestId =
      typeof request.id === 'string' ? request.id : requestIdOf(request.headers['x-request-id']);
    request.id = requestId;
    if ('setHeader' in other) {
      other.setHeader(REQUEST_ID_HEADER, requestId);
    }
    const { method, url = '' } = request;
    inLogContext({ requestId, req: { method, path: url.replace(/\?.*/s, '') } }, pass);
  });
}
