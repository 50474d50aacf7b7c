import type { EgressResponse } from '../infra/egress/egress.service.js';
import { header, parseContentRange } from '../infra/http/content-range.js';
import { type MediaAnswer, strongEtag } from './media-answer.js';

/**
 * Whether an answer carries on, from the byte `at`, with the very file that an earlier answer began:
 * the same size, and the same validator where there is one. What cannot be told apart from another
 * file does not count: half of one and half of another is worse than a transfer that broke.
 */
export function continuesFile(
  first: MediaAnswer,
  { status, headers }: Pick<EgressResponse, 'status' | 'headers'>,
  at: number,
): boolean {
  const range = parseContentRange(header(headers, 'content-range'));
  if (status !== 206 || range?.start !== at || !isIdentifiable(first)) {
    return false;
  }
  const etag = header(headers, 'etag') ?? null;
  const modified = header(headers, 'last-modified') ?? null;
  const strong = strongEtag(first);
  const sameVersion =
    strong === null
      ? first.lastModified === null || modified === null || modified === first.lastModified
      : etag === null || etag === strong;
  // Of a file that began without a size, the rest must tell where it ends.
  const sameSize =
    first.total === null ? first.end !== null || range.total !== null : range.total === first.total;
  return sameVersion && sameSize;
}

/** Whether there is anything by which the rest of a file can be told from the rest of another. */
export function isIdentifiable(first: MediaAnswer): boolean {
  return first.total !== null || strongEtag(first) !== null;
}
