import type { EgressResponse } from '../../infra/egress/egress.service.js';
import { contentLength, header, parseContentRange } from '../../infra/http/content-range.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import type { RangeRequest } from '../../infra/http/range-request.js';
import { Interrupted, SourceGone } from './source-error.js';

export type AnswerHead = Pick<EgressResponse, 'status' | 'headers'>;

/** The bytes of a file that a response contains. */
export interface Extent {
  /** 200 for the whole file, even if the source sends it as a part. */
  readonly status: 200 | 206;
  readonly start: number;
  /** One past the last byte; null if the source gives no length. */
  readonly end: number | null;
  /** Size of the whole file; null when unknown. */
  readonly total: number | null;
}

/**
 * The version of a file, according to the headers of a response. A field is null if the response
 * does not have it.
 */
export interface FileVersion {
  /** As the source sent it, weak or strong. */
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly total: number | null;
  /** In lower case, without parameters. */
  readonly mediaType: string | null;
}

/**
 * Types that are never media, except Qt Linguist's `text/vnd.trolltech.linguist`, which Debian's
 * and Python's type tables assign to `.ts` segments.
 */
const NOT_MEDIA =
  /^\s*(text\/(?!vtt|vnd\.trolltech\.linguist)|application\/(json|xhtml|xml|javascript)|image\/)/i;
const ETAG = /^(?:W\/)?"[\x21\x23-\x7e]*"$/;
const DATE = /^[\w ,:+-]{1,40}$/;
/** Wait in milliseconds before the next attempt if a busy source does not request one. */
const USUAL_WAIT_MS = 2_000;
/** Longest wait in milliseconds that a source can request. */
const MAX_WAIT_MS = 15_000;

/**
 * Checks the status of a response, for downloads and for the relay (RFC 9110 §15). Callers handle
 * 200, 206 and 416.
 * @throws SourceGone, Interrupted (worth repeating) or DomainError for any other status.
 */
export function checkStatus({ status, headers }: AnswerHead): void {
  switch (status) {
    case 200:
    case 206:
    case 416:
      return;
    case 401:
    case 403:
    case 404:
    case 410:
      throw new SourceGone(status);
    case 451:
      // Blocked for legal reasons (RFC 7725): neither another attempt nor another URL would help.
      throw new DomainError('SOURCE_REFUSED', { cause: 'status 451' });
    case 408:
    case 504:
      // A timeout at the source. The request may be repeated (RFC 9110 §15.5.9).
      throw new Interrupted(1_000, { code: 'SOURCE_TIMEOUT', cause: `status ${status}` });
    case 429:
    case 503: {
      const retryAfterMs = askedWaitMs(header(headers, 'retry-after'));
      throw new Interrupted(retryAfterMs ?? USUAL_WAIT_MS, {
        code: status === 429 ? 'SOURCE_REFUSED' : 'SOURCE_FAILED',
        busy: { retryAfterMs },
        cause: `status ${status}`,
      });
    }
    default:
      throw status >= 500
        ? new Interrupted(1_000, { cause: `status ${status}` })
        : new DomainError('SOURCE_FAILED', { cause: `status ${status}` });
  }
}

/**
 * Parses `Retry-After`, which is a number of seconds or a date (RFC 9110 §10.2.3).
 * @returns milliseconds; null if it is neither.
 */
function askedWaitMs(retryAfter: string | undefined): number | null {
  const isSeconds = /^\d{1,9}$/.test(retryAfter ?? '');
  const waitMs = isSeconds ? Number(retryAfter) * 1000 : Date.parse(retryAfter ?? '') - Date.now();
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), MAX_WAIT_MS);
}

/**
 * Refuses encoded content, because its byte ranges and sizes differ from the file's.
 * @throws DomainError SOURCE_FAILED.
 */
export function checkEncoding({ headers }: AnswerHead): void {
  if (!/^(identity)?$/i.test(header(headers, 'content-encoding') ?? '')) {
    throw new DomainError('SOURCE_FAILED', { cause: 'encoded, although identity was requested' });
  }
}

/**
 * Refuses web pages and other types that are never media.
 * @throws DomainError NOT_MEDIA.
 */
export function checkMediaType(answer: AnswerHead): void {
  if (!isMedia(answer)) {
    throw new DomainError('NOT_MEDIA');
  }
}

/** False for web pages and other types that are never media. */
export function isMedia({ headers }: AnswerHead): boolean {
  return !NOT_MEDIA.test(header(headers, 'content-type') ?? '');
}

/**
 * The bytes that a 200 or 206 response contains; null for a part that wasn't requested.
 * @param asked the requested range; null if the whole file was requested.
 */
export function extentOf(
  { status, headers }: AnswerHead,
  asked: RangeRequest | null,
): Extent | null {
  if (status !== 206) {
    const total = contentLength(headers);
    return { status: 200, start: 0, end: total, total };
  }
  const range = parseContentRange(header(headers, 'content-range'));
  const extent = range && { start: range.start, end: range.end + 1, total: range.total };
  if (extent !== null && asked !== null && isWithin(extent, asked)) {
    return { status: 206, ...extent };
  }
  // Some sources send everything as parts. If the whole file was requested, a part that contains
  // all of it counts as whole.
  if (asked === null && extent?.start === 0 && extent.end === extent.total) {
    return { status: 200, ...extent };
  }
  return null;
}

/** A source may send less than requested (RFC 9110 §15.3.7), but nothing else. */
function isWithin(
  { start, end, total }: Pick<Extent, 'start' | 'total'> & { readonly end: number },
  asked: RangeRequest,
): boolean {
  if (asked.suffix !== null) {
    return total === null || start === Math.max(0, total - asked.suffix);
  }
  return start === asked.first && (asked.last === null || end - 1 <= asked.last);
}

/** @param total size of the whole file, from the extent of the response. */
export function versionOf(
  { headers }: Pick<AnswerHead, 'headers'>,
  total: number | null,
): FileVersion {
  return {
    etag: matching(header(headers, 'etag'), ETAG),
    lastModified: matching(header(headers, 'last-modified'), DATE),
    total,
    mediaType: header(headers, 'content-type')?.split(';')[0]?.trim().toLowerCase() || null,
  };
}

function matching(value: string | undefined, pattern: RegExp): string | null {
  return value !== undefined && pattern.test(value) ? value : null;
}

/**
 * The ETag if it is strong; otherwise null. Only a strong ETag reliably tells two files apart (RFC
 * 9110 §8.8.3), and `If-Range` requires one.
 */
export function strongTag({ etag }: FileVersion): string | null {
  return etag?.startsWith('"') === true ? etag : null;
}

/** Whether a later response can be recognized as the same file. */
export function isIdentifiable(version: FileVersion): boolean {
  return version.total !== null || strongTag(version) !== null;
}

/**
 * Whether a response continues, from byte `at` on, the same file that an earlier response began.
 * Combining parts of two files is worse than a broken transfer (RFC 9110 §15.3.7.3), so a response
 * that might be from another file is rejected.
 * @param first the version of the earlier response.
 */
export function continuesFile(first: FileVersion, answer: AnswerHead, at: number): boolean {
  const range = parseContentRange(header(answer.headers, 'content-range'));
  if (answer.status !== 206 || range?.start !== at || !isIdentifiable(first)) {
    return false;
  }
  const version = versionOf(answer, range.total);
  return isSameSize(first, version) && isSameVersion(first, version);
}

/**
 * Whether two responses may be from the same file. Only what both of them state is compared; their
 * bytes must prove the rest.
 */
export function mayBeSameFile(one: FileVersion, other: FileVersion): boolean {
  const isSameTotal = one.total === null || other.total === null || one.total === other.total;
  return isSameTotal && isSameVersion(one, other);
}

/**
 * A response may omit the size if a strong tag identifies the file. But if the size was unknown
 * before, the response with the rest of the file must state it.
 */
function isSameSize(first: FileVersion, { etag, total }: FileVersion): boolean {
  if (total === null) {
    return first.total !== null && strongTag(first) !== null && etag === first.etag;
  }
  return first.total === null || first.total === total;
}

/**
 * Weak tags are compared as well, because different tags mean different files. Dates are compared
 * if there are no tags. Without either, the source is trusted.
 */
function isSameVersion(one: FileVersion, other: FileVersion): boolean {
  if (one.mediaType !== other.mediaType && one.mediaType !== null && other.mediaType !== null) {
    return false;
  }
  if (one.etag !== null && other.etag !== null) {
    return one.etag === other.etag;
  }
  return (
    one.lastModified === null ||
    other.lastModified === null ||
    one.lastModified === other.lastModified
  );
}
