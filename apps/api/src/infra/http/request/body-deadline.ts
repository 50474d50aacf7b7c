import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { refuseResponse } from '../reply/refuse.js';

/** True if the request has a body (RFC 9112 §6.3). */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/**
 * Limits how long the body of a request may take, counted from the end of its headers. A slower
 * request is answered with 408 and its connection is closed; if a reply was already sent, only the
 * connection is closed. Does not limit how slowly the visitor reads the reply.
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
