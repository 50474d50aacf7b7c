import type { IncomingHttpHeaders } from 'node:http';

/** A requested range: either from `first` to `last`, or the last `suffix` bytes. */
export interface RangeRequest {
  readonly first: number | null;
  readonly last: number | null;
  readonly suffix: number | null;
  /** The strong ETag or date that must still match. If it does not, the whole file is sent. */
  readonly ifRange: string | null;
}

const SINGLE_RANGE = /^ *bytes *= *(\d{0,15})-(\d{0,15}) *$/;
const STRONG_ETAG = /^"[\x21\x23-\x7e]*"$/;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * The single range in a request (RFC 9110 §14.2). Null if the whole file should be sent: there is
 * no range, there are several (a server may ignore them, and should if they are abusive), the range
 * is malformed, or `If-Range` is weak and can't match.
 */
export function rangeRequest(headers: Readonly<IncomingHttpHeaders>): RangeRequest | null {
  const condition = headers['if-range'];
  const match = SINGLE_RANGE.exec(headers.range ?? '');
  const ifRange = typeof condition === 'string' ? condition : null;
  const honest = ifRange === null || STRONG_ETAG.test(ifRange) || HTTP_DATE.test(ifRange);
  if (match === null || !honest) {
    return null;
  }
  const [first, last] = [numberOf(match[1]), numberOf(match[2])];
  if (first === null) {
    return last === null ? null : { first, last: null, suffix: last, ifRange };
  }
  return last !== null && last < first ? null : { first, last, suffix: null, ifRange };
}

export function rangeText({ first, last, suffix }: Omit<RangeRequest, 'ifRange'>): string {
  return suffix === null ? `bytes=${first ?? 0}-${last ?? ''}` : `bytes=-${suffix}`;
}

function numberOf(digits: string | undefined): number | null {
  return digits === undefined || digits === '' ? null : Number(digits);
}
