import { type ErrorCode, errorReply, ERRORS, type ErrorValues } from '@dipper/contract';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { metrics } from '../../metrics/metrics.js';
import { currentRequestId, REQUEST_ID_HEADER } from '../request-id.js';

/** How long a refused client may continue sending before its connection is cut, in milliseconds. */
const LINGER_MS = 2000;

/**
 * An error from the catalog, sent without Express. For some errors, HTTP has a more specific status
 * (417, 431).
 */
export interface Refusal {
  readonly code: ErrorCode;
  readonly status?: number;
  /** The value of `Retry-After`. Also used in the message if it has a placeholder. */
  readonly retryAfterSeconds?: number;
}

/** Sends a refusal without Express, and closes the connection. */
export function refuseResponse(response: ServerResponse, refusal: Refusal): void {
  const { status, headers, body } = replyOf(refusal);
  const { req: request, socket } = response;
  if (!request.complete && socket !== null) {
    // Node calls this after the reply. By default, it closes the connection immediately.
    socket.destroySoon = () => closeGently(socket);
  }
  response.writeHead(status, headers).end(body);
}

/**
 * Sends a refusal on a connection that has no response object (an upgrade, a parser error), and
 * closes the connection.
 */
export function refuseSocket(socket: Duplex, refusal: Refusal): void {
  const { status, headers, body } = replyOf(refusal);
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`);
  socket.resume();
  closeGently(socket);
}

/**
 * Ends our side of a connection, and keeps reading for a while what the client still sends (RFC 9112
 * §9.6). Closing while there are unread bytes would reset the connection and lose the reply.
 */
function closeGently(socket: Duplex): void {
  socket.end();
  const cut = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(cut));
}

interface RangeRefusal {
  /** 416 if the range is outside the file; 412 if the file has changed. */
  readonly status: 412 | 416;
  /** Size of the file in bytes, if known. A 416 includes it. */
  readonly total: number | null;
}

/**
 * Refuses a range request (RFC 9110 §15.5.13, §15.5.17) with the usual error body. A DomainError is
 * not enough, because this reply needs a `Content-Range`.
 */
export function refuseRangeRequest(
  response: ServerResponse,
  { status, total }: RangeRefusal,
): void {
  const body = JSON.stringify(errorReply('INVALID_REQUEST'));
  const range = status === 416 && total !== null && { 'Content-Range': `bytes */${total}` };
  response.writeHead(status, { ...headersFor(body), ...range }).end(body);
}

function headersFor(body: string) {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
}

function replyOf({ code, status, retryAfterSeconds }: Refusal) {
  const known: ErrorValues = retryAfterSeconds === undefined ? {} : { seconds: retryAfterSeconds };
  const body = JSON.stringify(errorReply(code, known));
  metrics.count('dipper_refusals_total', { code });
  return {
    status: status ?? ERRORS[code].status,
    headers: {
      ...headersFor(body),
      Connection: 'close',
      [REQUEST_ID_HEADER]: currentRequestId(),
      ...(retryAfterSeconds !== undefined && { 'Retry-After': retryAfterSeconds }),
    },
    body,
  };
}
