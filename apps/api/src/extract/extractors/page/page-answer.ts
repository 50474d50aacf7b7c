import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { contentLength, header } from '../../../infra/http/content-range.js';
import { DomainError } from '../../../infra/errors/domain-error.js';
import type { AnswerHead } from '../../../source/client/source-answer.js';

/** The kind of request, which decides what a response means. */
export type PageKind = 'html' | 'json' | 'feed';

/** Feeds shrink to a tenth of their size when compressed. */
export const ACCEPT_ENCODING = 'gzip, br';

const DECODERS = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Response types that are never a page, whatever was requested. */
const NO_TEXT = /^\s*(audio|video|image|font)\//i;

/**
 * Maps the status of a page, or of an API for one item, to an error (RFC 9110 §15).
 * @param kind for `json`, a 404 with another media type means that the API has moved, not that the
 * item is gone
 * @throws DomainError with what the status means for the item
 */
export function checkPage({ status, headers }: AnswerHead, kind: PageKind): void {
  const type = header(headers, 'content-type') ?? '';
  if (status === 200 || status === 203) {
    if (NO_TEXT.test(type)) {
      throw new DomainError('EXTRACT_FAILED', { cause: `a page of type ${type.slice(0, 80)}` });
    }
    return;
  }
  const code = (
    {
      401: 'LOGIN_REQUIRED',
      402: 'PAYMENT_REQUIRED',
      // A 403 without a login prompt means that the site refuses us because we are in a data
      // center.
      403: 'SOURCE_BLOCKED',
      404: 'MEDIA_REMOVED',
      408: 'SOURCE_TIMEOUT',
      410: 'MEDIA_REMOVED',
      429: 'SOURCE_RATE_LIMITED',
      451: 'REGION_BLOCKED',
      504: 'SOURCE_TIMEOUT',
    } as const
  )[status];
  const isOfApi = code === 'MEDIA_REMOVED' && kind === 'json' && !/json/i.test(type);
  throw new DomainError(isOfApi ? 'EXTRACT_FAILED' : (code ?? 'SOURCE_FAILED'), {
    cause: `status ${status}`,
  });
}

/**
 * Decompresses a body. The limit applies to the output, so a decompression bomb is detected, too.
 * @throws DomainError PAGE_TOO_LARGE if the output exceeds the limit; whatever the body throws
 */
export async function* boundedBody(
  { headers, body }: Pick<AnswerHead, 'headers'> & { readonly body: Readable },
  maxBytes: number,
): AsyncGenerator<Buffer> {
  const tooLarge = (): DomainError =>
    new DomainError('PAGE_TOO_LARGE', { cause: `more than ${maxBytes} bytes` });
  if ((contentLength(headers) ?? 0) > maxBytes) {
    throw tooLarge();
  }
  let size = 0;
  for await (const chunk of decoded(body, header(headers, 'content-encoding') ?? '')) {
    size += (chunk as Buffer).length;
    if (size > maxBytes) {
      throw tooLarge();
    }
    yield chunk as Buffer;
  }
}

function decoded(body: Readable, encoding: string): Readable {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') {
    return body;
  }
  if (!Object.hasOwn(DECODERS, name)) {
    throw new DomainError('EXTRACT_FAILED', { cause: `encoded as ${name.slice(0, 40)}` });
  }
  const decoder = DECODERS[name as keyof typeof DECODERS]();
  // Errors surface when the decoder is read.
  pipeline(body, decoder, () => undefined);
  return decoder;
}
