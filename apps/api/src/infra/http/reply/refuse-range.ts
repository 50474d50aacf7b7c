import { type ErrorReply, ERRORS } from '@dipper/contract';
import type { ServerResponse } from 'node:http';

interface Refusal {
  /** 416 if the range is outside the file; 412 if the file has changed. */
  readonly status: 412 | 416;
  /** Size of the file in bytes, if known. A 416 includes it. */
  readonly total: number | null;
}

/**
 * Refuses a range request (RFC 9110 §15.5.13, §15.5.17) with the usual error body. A DomainError is
 * not enough, because this reply needs a `Content-Range`.
 */
export function refuseRangeRequest(response: ServerResponse, { status, total }: Refusal): void {
  const reply: ErrorReply = { error: ERRORS.INVALID_REQUEST.message, code: 'INVALID_REQUEST' };
  const body = JSON.stringify(reply);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(status === 416 && total !== null && { 'Content-Range': `bytes */${total}` }),
  });
  response.end(body);
}
