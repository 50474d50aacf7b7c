import type { Request, Response } from 'express';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '../../errors/domain-error.js';
import { noteHandedOver } from '../../limits/daily-bytes/daily-bytes.guard.js';
import type { ByteSpan, HandedOut, SentAs } from '../../storage/file-store.port.js';
import { type RangeRequest, rangeRequest } from '../range-request.js';
import { refuseRangeRequest } from './refuse.js';
import { contentDisposition } from './content-disposition.js';
import { FOREIGN_CONTENT_HEADERS, PRIVATE_MEDIA } from './serve-file-headers.js';

export interface ServedFile extends SentAs {
  readonly bytes: number;
  /**
   * A strong ETag, with its quotes: `"abc"`. It is the same on every instance, so that a download
   * can be resumed anywhere.
   */
  readonly etag: string;
  readonly lastModified: Date;
  /** Null if we send the file ourselves. */
  readonly handedOut: HandedOut | null;
  /** Like `FileStore.open`. */
  open(span: ByteSpan): Promise<Readable | null>;
}

/**
 * How long a visitor may go without reading anything, in milliseconds. (A paused player requests
 * the rest later.)
 */
export const IDLE_VISITOR_MS = 5 * 60_000;

/** The headers of a file that an error reply must not have. */
const OWN_HEADERS = [
  'Accept-Ranges',
  'Cache-Control',
  'Content-Disposition',
  'Content-Length',
  'Content-Range',
  'Content-Type',
  'ETag',
  'Last-Modified',
];

/** Error codes of `pipeline` after the visitor has disconnected. */
const LEFT: ReadonlySet<string | undefined> = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
]);

/**
 * Serves a file with everything that players and download managers need: HEAD, a single range (206,
 * 416), If-Range, If-Match (412), If-None-Match and If-Modified-Since (304). Resolves when the
 * reply has been sent or the visitor has left, which is not an error.
 * @throws DomainError FILE_EXPIRED if the file does not exist (anymore)
 */
export async function serveFile(
  request: Request,
  response: Response,
  file: ServedFile,
): Promise<void> {
  if (response.destroyed) {
    return;
  }
  if (file.handedOut !== null) {
    noteHandedOver(response, { id: file.etag, bytes: file.bytes });
    handOver(response, file, file.handedOut);
    return;
  }
  const { bytes } = file;
  if (!isAsExpected(request, file)) {
    refuseRangeRequest(response, { status: 412, total: bytes });
    return;
  }
  setHeaders(response, headersOf(file));
  if (request.fresh) {
    response.removeHeader('Content-Type');
    response.status(304).end();
    return;
  }
  const asked = matchingRange(request, file);
  const span = asked === null ? { first: 0, last: bytes - 1 } : spanOf(asked, bytes);
  if (span === null) {
    removeHeaders(response);
    refuseRangeRequest(response, { status: 416, total: bytes });
    return;
  }
  response.status(asked === null ? 200 : 206);
  setHeaders(response, {
    'Accept-Ranges': 'bytes',
    'Content-Length': String(span.last - span.first + 1),
    ...(asked && { 'Content-Range': `bytes ${span.first}-${span.last}/${bytes}` }),
  });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  await send(response, () => file.open(span));
}

function handOver(response: Response, file: ServedFile, { to, url }: HandedOut): void {
  if (to === 'visitor') {
    // The URL expires, so a browser must not use it again.
    response.setHeader('Cache-Control', 'private, no-store');
    response.redirect(url);
    return;
  }
  // nginx handles HEAD, ranges and conditional requests, with its own ETag and Last-Modified.
  setHeaders(response, { ...headersOf(file), 'X-Accel-Redirect': url });
  response.end();
}

async function send(response: Response, open: () => Promise<Readable | null>): Promise<void> {
  const stream = await open().catch((error: unknown) => error as Error);
  if (stream === null || stream instanceof Error) {
    removeHeaders(response);
    throw stream ?? new DomainError('FILE_EXPIRED');
  }
  if (response.destroyed) {
    stream.destroy();
    return;
  }
  // Drop idle readers, because they keep expired bytes on disk.
  response.setTimeout(IDLE_VISITOR_MS, () => response.destroy());
  try {
    await pipeline(stream, response);
  } catch (error) {
    // If the store fails halfway, `pipeline` cuts the connection, so that a truncated file never
    // looks complete.
    if (!LEFT.has((error as NodeJS.ErrnoException).code)) {
      throw error;
    }
  }
}

function removeHeaders(response: Response): void {
  OWN_HEADERS.forEach((name) => response.removeHeader(name));
}

function setHeaders(response: Response, headers: Readonly<Record<string, string>>): void {
  // Unlike `response.set`, this does not change the media type.
  Object.entries(headers).forEach(([name, value]) => response.setHeader(name, value));
}

function headersOf(file: ServedFile): Record<string, string> {
  return {
    ...FOREIGN_CONTENT_HEADERS,
    'Cache-Control': PRIVATE_MEDIA,
    'Content-Type': file.mediaType,
    'Content-Disposition': contentDisposition(
      file.fileName,
      file.download ? 'attachment' : 'inline',
    ),
    ETag: file.etag,
    'Last-Modified': file.lastModified.toUTCString(),
  };
}

/** False if the client wants only another version of the file (RFC 9110 §13.1.1, §13.1.4). */
function isAsExpected({ headers }: Request, { etag, lastModified }: ServedFile): boolean {
  const match = headers['if-match'];
  if (match !== undefined) {
    return match.split(',').some((one) => ['*', etag].includes(one.trim()));
  }
  const since = Date.parse(headers['if-unmodified-since'] ?? '');
  return Number.isNaN(since) || seconds(lastModified) <= since / 1000;
}

/** The range to send; null for the whole file, even if `If-Range` names another version. */
function matchingRange(
  { headers }: Request,
  { etag, lastModified }: ServedFile,
): RangeRequest | null {
  const asked = rangeRequest(headers);
  const same = [null, etag, new Date(seconds(lastModified) * 1000).toUTCString()];
  return asked !== null && same.includes(asked.ifRange) ? asked : null;
}

/** @returns null if the range lies outside the file (RFC 9110 §14.1.2) */
function spanOf({ first, last, suffix }: RangeRequest, bytes: number): ByteSpan | null {
  const span = {
    first: suffix === null ? (first ?? 0) : Math.max(0, bytes - suffix),
    last: Math.min(last ?? Infinity, bytes - 1),
  };
  return span.first <= span.last ? span : null;
}

/** HTTP dates have no fractions of seconds. */
function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
