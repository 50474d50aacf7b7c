import type { EgressResponse } from '../infra/egress/egress.service.js';
import { header } from '../infra/http/content-range.js';
import { DomainError } from '../infra/http/domain-error.js';
import { imageType } from './image-type.js';
import { tooLarge } from './media-answer.js';
import { discard } from './media-source.js';
import { upstreamRefusal } from './upstream-failure.js';

/** A whole image and what it really is. */
export interface Image {
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/**
 * Reads an answer as an image, whole: images are small, and this way one that is too large or
 * breaks off is an error and not half a picture that is kept for a day.
 * @throws DomainError NOT_MEDIA, FILE_TOO_LARGE, or what the source's status means; whatever its body throws
 */
export async function readImage(answer: EgressResponse, maxBytes: number): Promise<Image> {
  try {
    const refusal = upstreamRefusal(answer.status);
    if (refusal !== null) {
      throw refusal;
    }
    if (Number(header(answer.headers, 'content-length') ?? 0) > maxBytes) {
      throw tooLarge(maxBytes);
    }
    const bytes = await upTo(maxBytes, answer.body);
    const mediaType = answer.status === 200 ? imageType(bytes) : null;
    if (mediaType === null) {
      throw new DomainError('NOT_MEDIA');
    }
    return { mediaType, bytes };
  } finally {
    discard(answer);
  }
}

async function upTo(maxBytes: number, body: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > maxBytes) {
      throw tooLarge(maxBytes);
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
