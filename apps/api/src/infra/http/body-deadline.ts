import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { refuseResponse } from './refuse.js';

/** True when bytes follow the head of a request (RFC 9112 §6.3). */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/**
 * Gives a request's body a time to arrive, counted from its head. After that it is answered with 408
 * and the connection is closed; where it has been answered already, it is only closed. How fast the
 * visitor takes the reply is not looked at.
 */
export function timeBody(
  request: IncomingMessage,
  response: ServerResponse,
  timeoutMs: number,
): void {
  if (!hasBody(request.headers)) {
    return;
  }
  const timer = setTimeout(() => {
    if (request.complete) {
      return;
    }
    if (response.headersSent) {
      request.socket.destroy();
    } else {
      refuseResponse(response, { code: 'REQUEST_TIMEOUT' });
    }
  }, timeoutMs).unref();
  request.once('close', () => clearTimeout(timer));
}
