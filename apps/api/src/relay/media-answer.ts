import { extensionOf } from '@dipper/media';
import type { EgressResponse } from '../infra/egress/egress.service.js';
import { contentDisposition } from '../infra/http/reply/content-disposition.js';
import { header } from '../infra/http/content-range.js';
import { DomainError } from '../infra/errors/domain-error.js';
import type { RangeRequest } from '../infra/http/range-request.js';
import { FOREIGN_CONTENT_HEADERS, PRIVATE_MEDIA } from '../infra/http/reply/serve-file-headers.js';
import { boundSize } from '../source/files/bounds.js';
import {
  type Extent,
  extentOf,
  type FileVersion,
  versionOf,
} from '../source/client/source-answer.js';
import { isMediaExtension } from '../extract/formats/media-extension.js';
import { mediaTypeOf } from '../infra/http/reply/media-type.js';

export interface MediaAnswer extends Extent, RelayedType {
  readonly version: FileVersion;
  readonly acceptRanges: string | null;
}

interface AnswerTerms {
  readonly asked: RangeRequest | null;
  readonly fileName: string;
  /** Largest file relayed, in bytes. */
  readonly maxBytes: number;
}

/**
 * Parses a response with the status 200 or 206.
 * @throws DomainError NOT_MEDIA, FILE_TOO_LARGE, or SOURCE_FAILED for anything unexpected
 */
export function readMediaAnswer(
  answer: Pick<EgressResponse, 'status' | 'headers'>,
  { asked, fileName, maxBytes }: AnswerTerms,
): MediaAnswer {
  const { headers } = answer;
  const type = relayedType(header(headers, 'content-type'), fileName);
  if (type === null) {
    throw new DomainError('NOT_MEDIA');
  }
  const extent = extentOf(answer, asked);
  if (extent === null) {
    throw new DomainError('SOURCE_FAILED', { cause: 'a part that was not requested' });
  }
  boundSize(extent.total ?? extent.end ?? 0, maxBytes);
  const acceptRanges = header(headers, 'accept-ranges') ?? '';
  return {
    ...type,
    ...extent,
    version: versionOf(answer, extent.total),
    acceptRanges:
      extent.status === 206 ? 'bytes' : /^(bytes|none)$/.test(acceptRanges) ? acceptRanges : null,
  };
}

/**
 * The headers of a relayed response: a few from the source, and our own, which make the response
 * harmless.
 */
export function mediaHeaders(
  answer: MediaAnswer,
  { fileName, download }: { fileName: string; download: boolean },
): Record<string, string | number> {
  const { status, start, end, total, acceptRanges } = answer;
  const { etag, lastModified } = answer.version;
  const disposition = download || answer.attachment ? 'attachment' : 'inline';
  return {
    ...FOREIGN_CONTENT_HEADERS,
    'Cache-Control': PRIVATE_MEDIA,
    'Content-Type': answer.mediaType,
    'Content-Disposition': contentDisposition(fileName, disposition),
    ...(end !== null && { 'Content-Length': end - start }),
    ...(status === 206 &&
      end !== null && { 'Content-Range': `bytes ${start}-${end - 1}/${total ?? '*'}` }),
    ...(acceptRanges !== null && { 'Accept-Ranges': acceptRanges }),
    ...(etag !== null && { ETag: etag }),
    ...(lastModified !== null && { 'Last-Modified': lastModified }),
  };
}

interface RelayedType {
  readonly mediaType: string;
  /** True if it may only be saved, not played. */
  readonly attachment: boolean;
}

const MEDIA = /^(?:audio|video)\/[a-z0-9][a-z0-9.+-]{0,60}$/;
/** Playlists have media types, but they are text, which makes a player load other URLs. */
const PLAYLIST = /mpegurl|scpls|ms-w[avm]x|x-ms-asx|x-ms-asf$/;
const BYTES = new Set(['application/octet-stream', 'binary/octet-stream']);

/**
 * Maps a source's `Content-Type` (contract, "Media relay"). Audio and video types are kept. Generic
 * bytes get the type of the issued file, and may only be saved if players don't know that type.
 * @returns null for everything else, which is refused, and for a file name that is not media,
 * whatever type the source claims
 */
export function relayedType(contentType: string | undefined, fileName: string): RelayedType | null {
  const essence = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const ext = extensionOf(fileName);
  const isBytes = BYTES.has(essence);
  const isOther = ext === null ? isBytes : !isMediaExtension(ext);
  if (isOther) {
    return null;
  }
  if (isBytes) {
    const known = ext === null ? null : mediaTypeOf(ext);
    return { mediaType: known ?? 'application/octet-stream', attachment: known === null };
  }
  return MEDIA.test(essence) && !PLAYLIST.test(essence)
    ? { mediaType: essence, attachment: false }
    : null;
}
