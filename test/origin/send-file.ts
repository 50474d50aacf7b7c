import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { byteRange, type ByteRange } from './byte-range.js';
import { reply, type Exchange } from './exchange.js';

/** How a file is sent. By default, it is sent as a correct server would send it. */
export interface Manner {
  /** Whether the origin respects Range and If-Range. The default is true. */
  readonly ranges?: boolean;
  readonly etag?: string;
  readonly contentType?: string;
  /** The rate on this connection in bytes per second. */
  readonly rate?: number;
  /** Stops at this offset of the file. */
  readonly stopAt?: number;
  /** Stops after this many bytes of this response. */
  readonly stopAfter?: number;
  /**
   * How to stop: by closing the connection ('cut', the default), or by keeping it open and sending
   * nothing.
   */
  readonly then?: 'cut' | 'stall';
  /** Declares and sends only this many bytes, as if the file were that long. */
  readonly size?: number;
  /** Sends chunks without Content-Length. */
  readonly chunked?: boolean;
  /** Sends zeros in place of this many bytes from this offset on. */
  readonly zeros?: { readonly from: number; readonly bytes: number };
  /** Falsifies Content-Range or the bytes that follow. */
  readonly lie?: 'from-zero' | 'wrong-total';
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.mp4': 'video/mp4',
  '.m4s': 'video/iso.segment',
  '.m4a': 'audio/mp4',
  '.webm': 'video/webm',
  '.mp3': 'audio/mpeg',
  '.ts': 'video/mp2t',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.mpd': 'application/dash+xml',
  '.png': 'image/png',
  '.bin': 'application/octet-stream',
};
const READ_BYTES = 256 * 1024;
/** Every write costs the server CPU time: four times as many writes took twice the time. */
const TICK_MS = 200;

const isGone = (response: ServerResponse): boolean => response.destroyed || response.closed;

/**
 * Writes a chunk and waits until it is flushed. Returns immediately if the client has disconnected.
 */
const write = (response: ServerResponse, chunk: Buffer): Promise<void> =>
  new Promise((resolve) => {
    if (isGone(response)) {
      resolve();
      return;
    }
    const done = (): void => {
      response.off('close', done);
      resolve();
    };
    response.once('close', done);
    response.write(chunk, done);
  });

const sendBytes = async (
  { response, log }: Exchange,
  file: string,
  range: ByteRange,
  { rate, zeros = { from: 0, bytes: 0 } }: Manner,
): Promise<void> => {
  const highWaterMark = rate ? Math.max(1, Math.floor((rate * TICK_MS) / 1000)) : READ_BYTES;
  const started = performance.now();
  let sent = 0;
  for await (const chunk of createReadStream(file, { ...range, highWaterMark })) {
    if (isGone(response)) {
      return;
    }
    const bytes = chunk as Buffer;
    const zeroFrom = Math.max(0, zeros.from - range.start - sent);
    const zeroTo = Math.max(0, zeros.from + zeros.bytes - range.start - sent);
    bytes.subarray(zeroFrom, zeroTo).fill(0);
    await write(response, bytes);
    sent += bytes.length;
    log.bytesSent += bytes.length;
    const aheadMs = rate ? (sent / rate) * 1000 - (performance.now() - started) : 0;
    if (aheadMs > 0) {
      await delay(aheadMs);
    }
  }
};

const askedRange = (
  { request }: Exchange,
  etag: string,
  size: number,
): ByteRange | 'unsatisfiable' | null => {
  const ifRange = request.headers['if-range'];
  return ifRange !== undefined && ifRange !== etag ? null : byteRange(request.headers.range, size);
};

const contentRange = ({ start, end }: ByteRange, size: number, lie: Manner['lie']): string => {
  if (lie === 'from-zero') {
    return `bytes 0-${end - start}/${size}`;
  }
  return `bytes ${start}-${end}/${lie === 'wrong-total' ? size * 2 : size}`;
};

/** Sends a file, or the part of it that was requested, in the given manner. */
export const sendFile = async (
  exchange: Exchange,
  file: string,
  manner: Manner = {},
): Promise<void> => {
  const { request, response, log } = exchange;
  const { size: realSize, mtimeMs } = await stat(file);
  const size = Math.min(manner.size ?? realSize, realSize);
  const etag = manner.etag ?? `"${realSize.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`;
  const takesRanges = manner.ranges !== false;
  const asked = takesRanges ? askedRange(exchange, etag, size) : null;
  if (asked === 'unsatisfiable') {
    reply(exchange, 416, '', { 'Content-Range': `bytes */${size}` });
    return;
  }
  const range = asked ?? { start: 0, end: size - 1 };
  log.status = asked ? 206 : 200;
  response.writeHead(log.status, {
    'Content-Type':
      manner.contentType ?? CONTENT_TYPES[path.extname(file)] ?? 'application/octet-stream',
    ETag: etag,
    'Last-Modified': new Date(mtimeMs).toUTCString(),
    ...(takesRanges ? { 'Accept-Ranges': 'bytes' } : {}),
    ...(manner.chunked ? {} : { 'Content-Length': String(range.end - range.start + 1) }),
    ...(asked ? { 'Content-Range': contentRange(asked, size, manner.lie) } : {}),
  });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  await sendBody(exchange, file, range, manner);
};

const sendBody = async (
  exchange: Exchange,
  file: string,
  { start, end }: ByteRange,
  manner: Manner,
): Promise<void> => {
  const { response } = exchange;
  const from = manner.lie === 'from-zero' ? 0 : start;
  const whole = end - start + 1;
  const allowed = Math.min(
    whole,
    manner.stopAfter ?? whole,
    Math.max(0, (manner.stopAt ?? from + whole) - from),
  );
  response.flushHeaders();
  if (allowed > 0) {
    await sendBytes(exchange, file, { start: from, end: from + allowed - 1 }, manner);
  }
  if (allowed === whole) {
    response.end();
  } else if (manner.then !== 'stall') {
    // Deliver everything written so far, and then close the connection before the announced length
    // is reached.
    response.socket?.destroySoon();
  }
};
