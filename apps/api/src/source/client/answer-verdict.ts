import { contentLength, header, unsatisfiedTotal } from '../../infra/http/content-range.js';
import type { RangeRequest } from '../../infra/http/range-request.js';
import {
  type AnswerHead,
  checkMediaType,
  type Extent,
  extentOf,
  type FileVersion,
  isMedia,
  mayBeSameFile,
  versionOf,
} from './source-answer.js';

/** The state of the download when a response arrives. */
export interface AnswerContext {
  /** Null if the whole file was requested. */
  readonly range: RangeRequest | null;
  /** The version of the file that earlier responses came from; null before the first response. */
  readonly version: FileVersion | null;
  /** Position of the first byte that isn't on disk yet. */
  readonly next: number;
  /**
   * True if the length was unknown and a body has ended. The request then asks whether the file
   * ends there.
   */
  readonly hasEnded: boolean;
  /** True if an earlier response to such a request stated that the file continues. */
  readonly isLonger: boolean;
}

export type Verdict =
  /** The whole file, which replaces everything on disk. */
  | { readonly kind: 'whole'; readonly extent: Extent }
  /** The requested part, according to the headers. */
  | { readonly kind: 'part'; readonly extent: Extent }
  /** The file ends at `next`. */
  | { readonly kind: 'end' }
  /** The file continues after `next`, but this response contains none of the rest. */
  | { readonly kind: 'short' }
  /** The source doesn't reveal whether the file ends at `next`. */
  | { readonly kind: 'unproven' }
  /** The wrong bytes, or bytes of another file. */
  | { readonly kind: 'another'; readonly why: string };

/**
 * Judges the headers of a response with status 200, 206 or 416. Headers can't prove everything, so
 * each part also repeats some bytes before `next`, which are then compared.
 * @throws DomainError NOT_MEDIA if the first response is a web page.
 */
export function judgeAnswer(answer: AnswerHead, asked: AnswerContext): Verdict {
  if (answer.status === 416) {
    return judgeEnd(answer, asked);
  }
  if (asked.version === null) {
    checkMediaType(answer);
  } else if (asked.hasEnded && !asked.isLonger && answer.status === 200) {
    const verdict = judgeRepetition(answer, asked.next);
    if (verdict !== null) {
      return verdict;
    }
  } else if (!isMedia(answer)) {
    return { kind: 'another', why: 'a web page' };
  }
  const extent = extentOf(answer, asked.range);
  if (extent === null) {
    return { kind: 'another', why: 'not the requested part' };
  }
  if (extent.status === 200) {
    return { kind: 'whole', extent };
  }
  return judgePart(answer, extent, asked);
}

/**
 * Judges a response with the whole file to the question whether it ends at `next`. Something
 * shorter doesn't contradict the bytes on disk: one-time links respond with a message.
 * @returns null if the response has more of the file.
 */
function judgeRepetition(answer: AnswerHead, next: number): Verdict | null {
  const length = isMedia(answer) ? contentLength(answer.headers) : null;
  if (length !== null && length > next) {
    return null;
  }
  return { kind: length === next ? 'end' : 'unproven' };
}

function judgePart(answer: AnswerHead, extent: Extent, { version, next }: AnswerContext): Verdict {
  const { total } = extent;
  if (version === null) {
    return total === null ? { kind: 'another', why: 'no total size' } : { kind: 'part', extent };
  }
  if (total !== null && total < next) {
    return { kind: 'another', why: 'a total size smaller than what has arrived' };
  }
  return mayBeSameFile(version, versionOf(answer, total))
    ? { kind: 'part', extent }
    : { kind: 'another', why: 'another version' };
}

function judgeEnd(
  { headers }: AnswerHead,
  { version, next, hasEnded, isLonger }: AnswerContext,
): Verdict {
  const total = unsatisfiedTotal(header(headers, 'content-range'));
  if (version !== null && version.total === null && next > 0) {
    if (total === next) {
      return { kind: 'end' };
    }
    if (hasEnded && (total === null || total > next)) {
      return { kind: total === null && !isLonger ? 'unproven' : 'short' };
    }
  }
  return { kind: 'another', why: 'no such part' };
}
