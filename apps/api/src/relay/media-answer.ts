import { listSize } from '@dipper/media';
import type { EgressResponse } from '../infra/egress/egress.service.js';
import { type ContentRange, header, parseContentRange } from '../infra/http/content-range.js';
import { DomainError } from '../infra/http/domain-error.js';
import type { RangeRequest } from '../infra/http/range-request.js';
import { relayedType, type RelayedType } from './relayed-type.js';

/** A source's answer that may go to the visitor, understood. Positions in bytes of the whole file. */
export interface MediaAnswer extends RelayedType {
  readonly status: 200 | 206;
  readonly start: number;
  /** One past the last byte; null when the source does not say how much will come. */
  readonly end: number | null;
  /** Size of the whole file; null when unknown. */
  readonly total: number | null;
  /** As the source gave it, weak or strong. */
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly acceptRanges: string | null;
}

export interface AnswerTerms {
  readonly asked: RangeRequest | null;
  readonly fileName: string;
  /** Largest file that is relayed, bytes. */
  readonly maxBytes: number;
}

type Answer = Pick<EgressResponse, 'status' | 'headers'>;
type Extent = Pick<MediaAnswer, 'status' | 'start' | 'end' | 'total'>;

const ETAG = /^(?:W\/)?"[\x21\x23-\x7e]*"$/;
const DATE = /^[\w ,:+-]{1,40}$/;

/**
 * Reads a 200 or 206.
 * @throws DomainError NOT_MEDIA, FILE_TOO_LARGE, or SOURCE_FAILED when the answer contradicts itself
 *   or what was asked
 */
export function readMediaAnswer(answer: Answer, terms: AnswerTerms): MediaAnswer {
  const { headers } = answer;
  const type = relayedType(header(headers, 'content-type'), terms.fileName);
  if (type === null) {
    throw new DomainError('NOT_MEDIA');
  }
  if (!/^(identity)?$/i.test(header(headers, 'content-encoding') ?? '')) {
    throw new DomainError('SOURCE_FAILED', { cause: 'compressed, although it was not to be' });
  }
  const extent = answer.status === 206 ? partial(answer, terms.asked) : whole(answer);
  if ((extent.total ?? extent.end ?? 0) > terms.maxBytes) {
    throw tooLarge(terms.maxBytes);
  }
  return {
    ...type,
    ...extent,
    etag: matching(header(headers, 'etag'), ETAG),
    lastModified: matching(header(headers, 'last-modified'), DATE),
    acceptRanges:
      extent.status === 206
        ? 'bytes'
        : matching(header(headers, 'accept-ranges'), /^(bytes|none)$/),
  };
}

/** The error for a file larger than allowed. @param maxBytes what is allowed */
export function tooLarge(maxBytes: number): DomainError {
  return new DomainError('FILE_TOO_LARGE', { values: { size: listSize(maxBytes) } });
}

/** The validator that tells two files apart for sure (RFC 9110 §8.8.3); null when there is none. */
export function strongEtag({ etag }: Pick<MediaAnswer, 'etag'>): string | null {
  return etag?.startsWith('"') ? etag : null;
}

function whole({ headers }: Answer): Extent {
  const length = matching(header(headers, 'content-length'), /^\d{1,15}$/);
  const total = length === null ? null : Number(length);
  return { status: 200, start: 0, end: total, total };
}

function partial({ headers }: Answer, asked: RangeRequest | null): Extent {
  const range = parseContentRange(header(headers, 'content-range'));
  const extent = range && { start: range.start, end: range.end + 1, total: range.total };
  if (range !== null && extent !== null && asked !== null && isWhatWasAsked(range, asked)) {
    return { status: 206, ...extent };
  }
  // Some sources answer everything in parts; a part that is the whole is none to who asked for all.
  if (asked === null && extent?.start === 0 && extent.end === extent.total) {
    return { status: 200, ...extent };
  }
  throw new DomainError('SOURCE_FAILED', { cause: 'a part that was not asked for' });
}

/** A source may send less than was asked (RFC 9110 §15.3.7), but not something else. */
function isWhatWasAsked({ start, end, total }: ContentRange, asked: RangeRequest): boolean {
  if (asked.suffix !== null) {
    return total === null || start === Math.max(0, total - asked.suffix);
  }
  return start === asked.first && (asked.last === null || end <= asked.last);
}

function matching(value: string | undefined, pattern: RegExp): string | null {
  return value !== undefined && pattern.test(value) ? value : null;
}
