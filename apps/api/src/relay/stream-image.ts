import { LIMITS } from '@dipper/contract';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { EgressResponse } from '../infra/egress/egress.service.js';
import { contentDisposition } from '../infra/http/reply/content-disposition.js';
import { contentLength } from '../infra/http/content-range.js';
import { DomainError } from '../infra/errors/domain-error.js';
import { metrics } from '../infra/metrics/metrics.js';
import { FOREIGN_CONTENT_HEADERS } from '../infra/http/reply/serve-file-headers.js';
import { boundSize } from '../source/files/bounds.js';
import { imageType } from '../infra/http/reply/image-type.js';

/**
 * How much is read before replying. The first bytes reveal the type. An image that ends within them
 * (most thumbnails do) has a known length, even if its source does not state one.
 */
const OPENING_BYTES = 64 * 1024;
/** The total time that the source may take, in milliseconds, not counting waits for the visitor. */
const SOURCE_PATIENCE_MS = 20_000;

interface ImageStream {
  readonly response: ServerResponse;
  readonly isHead: boolean;
  /**
   * The file name to save it under; its extension is replaced to match the image type. Null to
   * display it.
   */
  readonly saveAs: string | null;
  /** The source's response with the status 200. The caller disposes of it. */
  readonly answer: Pick<EgressResponse, 'headers' | 'body'>;
  /** Aborted when the visitor has left. */
  readonly signal: AbortSignal;
}

/**
 * Relays an image as fast as the visitor reads it.
 * @throws DomainError NOT_MEDIA, FILE_TOO_LARGE or SOURCE_TIMEOUT, or what the body throws. If the
 * headers have been sent, the caller must cut the connection, so that a partial image does not look
 * complete.
 */
export async function streamImage({
  response,
  isHead,
  saveAs,
  answer,
  signal,
}: ImageStream): Promise<void> {
  const declared = contentLength(answer.headers);
  boundSize(declared ?? 0, LIMITS.imageBytes);
  const chunks = inTime(answer.body);
  const opening = await readOpening(chunks);
  const mediaType = imageType(opening.bytes);
  if (mediaType === null) {
    throw new DomainError('NOT_MEDIA');
  }
  const length = opening.isWhole ? opening.bytes.length : declared;
  response.writeHead(200, {
    ...imageHeaders(mediaType, length),
    ...(saveAs !== null && { 'Content-Disposition': attachment(saveAs, mediaType) }),
  });
  if (isHead) {
    response.end();
    return;
  }
  let size = 0;
  const pass = async (chunk: Uint8Array): Promise<void> => {
    size += chunk.length;
    metrics.count('dipper_source_bytes_total', { use: 'image' }, chunk.length);
    boundSize(size, LIMITS.imageBytes);
    // A write after the connection has ended would emit an unhandled error event.
    signal.throwIfAborted();
    if (!response.write(chunk)) {
      await once(response, 'drain', { signal });
    }
  };
  await pass(opening.bytes);
  for await (const chunk of chunks) {
    await pass(chunk);
  }
  response.end();
}

/** The `Content-Disposition` header, with the file extension of the actual type. */
function attachment(saveAs: string, mediaType: string): string {
  const ext = mediaType.replace('image/', '').replace('jpeg', 'jpg');
  return contentDisposition(saveAs.replace(/\.[a-z\d]+$/, `.${ext}`), 'attachment');
}

/**
 * Allows caching only if the length is known, because an image without a length looks complete if
 * it is truncated behind an HTTP/1.0 proxy.
 */
function imageHeaders(mediaType: string, length: number | null): Record<string, string | number> {
  return {
    ...FOREIGN_CONTENT_HEADERS,
    'Content-Type': mediaType,
    ...(length === null
      ? { 'Cache-Control': 'no-store' }
      : { 'Cache-Control': 'public, max-age=86400', 'Content-Length': length }),
  };
}

async function readOpening(
  chunks: AsyncGenerator<Uint8Array>,
): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const read: Uint8Array[] = [];
  for (let size = 0; size < OPENING_BYTES;) {
    const next = await chunks.next();
    if (next.done === true) {
      return { bytes: Buffer.concat(read), isWhole: true };
    }
    size += next.value.length;
    read.push(next.value);
  }
  return { bytes: Buffer.concat(read), isWhole: false };
}

/**
 * Yields the chunks of a body. @throws DomainError SOURCE_TIMEOUT when they take too long in total
 */
async function* inTime(body: EgressResponse['body']): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  for (let left = SOURCE_PATIENCE_MS; ;) {
    const asked = performance.now();
    const late = setTimeout(() => body.destroy(new DomainError('SOURCE_TIMEOUT')), left);
    const next = await chunks.next().finally(() => clearTimeout(late));
    left -= performance.now() - asked;
    if (next.done === true) {
      return;
    }
    yield next.value;
  }
}
