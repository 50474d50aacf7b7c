import type { EgressResponse } from '../infra/egress/egress.service.js';
import { header, parseContentRange } from '../infra/http/content-range.js';
import { DomainError } from '../infra/http/domain-error.js';
import type { RangeRequest } from '../infra/http/range-request.js';
import { Interrupted, SourceGone } from './source-error.js';

/** The head of an answer. */
export type AnswerHead = Pick<EgressResponse, 'status' | 'headers'>;

/** Which bytes of a file an answer holds. */
export interface Extent {
  /** 200 for the whole file, also where the source calls it a part. */
  readonly status: 200 | 206;
  readonly start: number;
  /** One past the last byte; null when the source does not say how much will come. */
  readonly end: number | null;
  /** Size of the whole file; null when unknown. */
  readonly total: number | null;
}

/** What tells one version of a file from another; null where the source does not say. */
export interface FileVersion {
  /** As the source gave it, weak or strong. */
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Size of the whole file, bytes. */
  readonly total: number | null;
  /** In lower case, without parameters. */
  readonly mediaType: string | null;
}

/** Types of answers that are never media, whatever the URL ends in. */
const NOT_MEDIA = /^\s*(text\/(?!vtt)|application\/(json|xhtml|xml|javascript)|image\/)/i;
const ETAG = /^(?:W\/)?"[\x21\x23-\x7e]*"$/;
const DATE = /^[\w ,:+-]{1,40}$/;
/** Wait before the next try when a busy source does not say how long, milliseconds. */
const USUAL_WAIT_MS = 2_000;
/** Longest wait a source may ask for, milliseconds. */
const MAX_WAIT_MS = 15_000;

/**
 * Sorts statuses: the one table for downloads and relayed answers (RFC 9110 §15).
 * @returns for 200, 206 and 416, which their callers understand.
 * @throws SourceGone, Interrupted (worth repeating) or DomainError.
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
      // For legal reasons (RFC 7725): another try, or another URL, changes nothing.
      throw new DomainError('SOURCE_REFUSED', { cause: 'status 451' });
    case 408:
    case 504:
      // A timeout at the other end. The request may be repeated (RFC 9110 §15.5.9).
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

/** `Retry-After` is a number of seconds or a date (RFC 9110 §10.2.3); null when it is neither. */
function askedWaitMs(retryAfter: string | undefined): number | null {
  const isSeconds = /^\d{1,9}$/.test(retryAfter ?? '');
  const waitMs = isSeconds ? Number(retryAfter) * 1000 : Date.parse(retryAfter ?? '') - Date.now();
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), MAX_WAIT_MS);
}

/** Byte ranges and sizes of encoded content are not those of the file. @throws DomainError SOURCE_FAILED */
export function checkEncoding({ headers }: AnswerHead): void {
  if (!/^(identity)?$/i.test(header(headers, 'content-encoding') ?? '')) {
    throw new DomainError('SOURCE_FAILED', { cause: 'encoded, although identity was asked for' });
  }
}

/** Refuses pages and the like in place of media. @throws DomainError NOT_MEDIA */
export function checkMediaType(answer: AnswerHead): void {
  if (!isMedia(answer)) {
    throw new DomainError('NOT_MEDIA');
  }
}

/** False for a page and the like. */
export function isMedia({ headers }: AnswerHead): boolean {
  return !NOT_MEDIA.test(header(headers, 'content-type') ?? '');
}

/**
 * Which bytes a 200 or 206 holds; null when it is a part that was not asked for.
 * @param asked the range of the request; null when the whole file was asked for
 */
export function extentOf(
  { status, headers }: AnswerHead,
  asked: RangeRequest | null,
): Extent | null {
  if (status !== 206) {
    const length = header(headers, 'content-length') ?? '';
    const total = /^\d{1,15}$/.test(length) ? Number(length) : null;
    return { status: 200, start: 0, end: total, total };
  }
  const range = parseContentRange(header(headers, 'content-range'));
  const extent = range && { start: range.start, end: range.end + 1, total: range.total };
  if (extent !== null && asked !== null && isWithin(extent, asked)) {
    return { status: 206, ...extent };
  }
  // Some sources answer everything in parts; a part that is the whole is none to who asked for all.
  if (asked === null && extent?.start === 0 && extent.end === extent.total) {
    return { status: 200, ...extent };
  }
  return null;
}

/** A source may send less than was asked (RFC 9110 §15.3.7), but not something else. */
function isWithin(
  { start, end, total }: Pick<Extent, 'start' | 'total'> & { readonly end: number },
  asked: RangeRequest,
): boolean {
  if (asked.suffix !== null) {
    return total === null || start === Math.max(0, total - asked.suffix);
  }
  return start === asked.first && (asked.last === null || end - 1 <= asked.last);
}

/** @param total size of the whole file, from the extent of the answer */
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

/** The validator that tells two files apart for sure (RFC 9110 §8.8.3), as `If-Range` needs it. */
export function strongTag({ etag }: FileVersion): string | null {
  return etag?.startsWith('"') === true ? etag : null;
}

/** Whether there is anything by which the rest of a file can be told from the rest of another. */
export function isIdentifiable(version: FileVersion): boolean {
  return version.total !== null || strongTag(version) !== null;
}

/**
 * Whether an answer carries on, from the byte `at`, with the very file that an earlier answer began.
 * Half of one file and half of another is worse than a transfer that broke (RFC 9110 §15.3.7.3), so
 * what cannot be told apart from another file does not count.
 * @param first the version of the earlier answer
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
 * Whether two answers may be of one file, by all that both of them say. That they are is for their
 * bytes to prove: what neither says, or one leaves out, is not held against them.
 */
export function mayBeSameFile(one: FileVersion, other: FileVersion): boolean {
  const isSameTotal = one.total === null || other.total === null || one.total === other.total;
  return isSameTotal && isSameVersion(one, other);
}

/**
 * A size may be withheld where a strong tag vouches for the file; the rest of a file that began
 * without a size must say where it ends.
 */
function isSameSize(first: FileVersion, { etag, total }: FileVersion): boolean {
  if (total === null) {
    return first.total !== null && strongTag(first) !== null && etag === first.etag;
  }
  return first.total === null || first.total === total;
}

/**
 * Tags are compared also when they are weak: those that differ are of different files. Dates count
 * where there are no tags; a source that says nothing is believed.
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
