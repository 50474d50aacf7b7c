import { type ErrorCode, errorReply, ERRORS, type ErrorValues } from '@dipper/contract';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** How long a refused peer may still send before it is cut off, milliseconds. */
const LINGER_MS = 2000;

/**
 * An error of the catalogue, answered below Express; HTTP has more specific statuses for some (417,
 * 431).
 */
export interface Refusal {
  readonly code: ErrorCode;
  readonly status?: number;
  /** Sent as `Retry-After`, and in the message if it has a placeholder. */
  readonly retryAfterSeconds?: number;
}

/** Answers a request without Express, and closes its connection. */
export function refuseResponse(response: ServerResponse, refusal: Refusal): void {
  const { status, headers, body } = replyOf(refusal);
  response.writeHead(status, headers).end(body);
}

/**
 * Answers on a connection without a response object (an upgrade, a parser error), and closes it.
 */
export function refuseSocket(socket: Duplex, refusal: Refusal): void {
  const { status, headers, body } = replyOf(refusal);
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`);
  // Closing with unread bytes would reset the connection and lose the reply.
  socket.resume();
  const cut = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(cut));
}

function replyOf({ code, status, retryAfterSeconds }: Refusal) {
  const known: ErrorValues = retryAfterSeconds === undefined ? {} : { seconds: retryAfterSeconds };
  const body = JSON.stringify(errorReply(code, known));
  return {
    status: status ?? ERRORS[code].status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      Connection: 'close',
      ...(retryAfterSeconds !== undefined && { 'Retry-After': retryAfterSeconds }),
    },
    body,
  };
}
