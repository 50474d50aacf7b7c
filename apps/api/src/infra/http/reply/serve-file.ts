import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, dirname } from 'node:path';
import send from 'send';
import { contentDisposition } from './content-disposition.js';
import { DomainError } from '../../errors/domain-error.js';
import { rangeRequest } from '../request/range-request.js';
import { refuseRangeRequest } from '../request/range-request-refusal.js';
import { FOREIGN_CONTENT_HEADERS, PRIVATE_MEDIA } from './serve-file-headers.js';

export interface ServedFile {
  /** An absolute path. */
  readonly path: string;
  readonly fileName: string;
  readonly mediaType: string;
  /**
   * A strong ETag, with its quotes: `"abc"`. It is the same on every instance, so that a download
   * can be resumed anywhere.
   */
  readonly etag: string;
  readonly lastModified: Date;
  readonly download: boolean;
  /**
   * The internal location of an nginx in front of us that can read the folder; null if we send the
   * file ourselves.
   */
  readonly accelRedirect: string | null;
}

/**
 * How long a visitor may go without reading anything, milliseconds. (A paused player requests the
 * rest later.)
 */
export const IDLE_VISITOR_MS = 5 * 60_000;

/**
 * The size of each read. Each stalled visitor holds two chunks: 200 of them need 110 MB with 256
 * KiB, but 40 MB with 64 KiB. Larger chunks save 0.1 s of processor time per GB; smaller ones cost
 * that much more.
 */
export const PIECE_BYTES = 64 * 1024;

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

/**
 * Serves a file with everything that players and download managers need: HEAD, a single range (206,
 * 416), If-Range, If-None-Match and If-Modified-Since (304). Returns when the reply has been sent,
 * or when the visitor has gone, which is not an error.
 * @throws DomainError FILE_EXPIRED if the file does not exist (any more)
 */
export async function serveFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: ServedFile,
): Promise<void> {
  if (response.destroyed) {
    return;
  }
  if (file.accelRedirect !== null) {
    // nginx handles HEAD, ranges and conditional requests, with its own ETag and Last-Modified.
    setHeaders(response, file);
    response.setHeader('X-Accel-Redirect', file.accelRedirect + basename(file.path));
    response.end();
    return;
  }
  const asked = rangeRequest(request.headers);
  if (asked === null) {
    // `send` would accept a weak If-Range. If rangeRequest rejects it, the whole file is sent.
    delete request.headers.range;
  } else if (asked.suffix !== null && asked.suffix > (await sizeOf(file.path))) {
    // A suffix longer than the file means the whole file (RFC 9110 §14.1.2), but `send` refuses it.
    request.headers.range = 'bytes=0-';
  }
  setHeaders(response, file);
  // Drop idle readers, because they keep expired bytes on disk.
  response.setTimeout(IDLE_VISITOR_MS, () => response.destroy());
  try {
    await sendFile(request, response, file.path);
  } catch (error) {
    refuse(response, error);
  }
}

/**
 * The size of a file; 0 if it is missing. The later attempt to send it reports that it is missing.
 */
function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

function setHeaders(response: ServerResponse, file: ServedFile): void {
  const headers = {
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
  for (const [name, value] of Object.entries(headers)) {
    response.setHeader(name, value);
  }
}

function sendFile(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  // `send` passes this option on to createReadStream.
  const reading = { highWaterMark: PIECE_BYTES };
  const options: send.SendOptions = {
    ...reading,
    root: dirname(path),
    dotfiles: 'allow',
    index: false,
  };
  return new Promise((resolve, reject) => {
    response.once('close', resolve);
    send(request, encodeURIComponent(basename(path)), options)
      .on('error', reject)
      .on('directory', () => reject(new Error('there is a folder in place of the published file')))
      .pipe(response);
  });
}

function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    // The disk failed half way. Cut the connection, because a short file must not look complete.
    response.destroy();
    throw error;
  }
  const status = (error as { status?: unknown }).status;
  const total = /^bytes \*\/(\d+)$/.exec(String(response.getHeader('Content-Range')))?.[1];
  OWN_HEADERS.forEach((name) => response.removeHeader(name));
  if (status === 412 || status === 416) {
    refuseRangeRequest(response, { status, total: total === undefined ? null : Number(total) });
    return;
  }
  throw status === 404 ? new DomainError('FILE_EXPIRED', { cause: error }) : error;
}
