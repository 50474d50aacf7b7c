import { header, unsatisfiedTotal } from '../infra/http/content-range.js';
import type { RangeRequest } from '../infra/http/range-request.js';
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

/** What is known when an answer comes. */
export interface Asked {
  /** Null when the whole file was asked for. */
  readonly range: RangeRequest | null;
  /** What earlier answers said of the file; null when this is the first. */
  readonly version: FileVersion | null;
  /** Bytes of the file that are there before the place this answer is for. */
  readonly next: number;
  /** A file of untold length has come to an end: it is asked whether that is its end. */
  readonly hasEnded: boolean;
}

/** What an answer is worth. */
export type Verdict =
  /** The whole file, to replace all that is there. */
  | { readonly kind: 'whole'; readonly extent: Extent }
  /** The part that was asked for, as far as its head tells. */
  | { readonly kind: 'part'; readonly extent: Extent }
  /** The file ends at `next`. */
  | { readonly kind: 'end' }
  /** The file goes on beyond `next`, but not here. */
  | { readonly kind: 'short' }
  /** Whether the file ends at `next` cannot be learnt from this source. */
  | { readonly kind: 'unproven' }
  /** The wrong bytes, or those of another file. */
  | { readonly kind: 'another'; readonly why: string };

/**
 * Judges the head of an answer with status 200, 206 or 416. What it leaves open, the bytes must
 * prove: those before `next` are asked for with each part and compared.
 * @throws DomainError NOT_MEDIA when the first answer is a page
 */
export function judge(answer: AnswerHead, asked: Asked): Verdict {
  if (answer.status === 416) {
    return judgeEnd(answer, asked);
  }
  if (asked.version === null) {
    checkMediaType(answer);
  } else if (asked.hasEnded && answer.status === 200) {
    return { kind: 'unproven' };
  } else if (!isMedia(answer)) {
    return { kind: 'another', why: 'a page' };
  }
  const extent = extentOf(answer, asked.range);
  if (extent === null) {
    return { kind: 'another', why: 'another part' };
  }
  if (extent.status === 200) {
    return { kind: 'whole', extent };
  }
  return judgePart(answer, extent, asked);
}

function judgePart(answer: AnswerHead, extent: Extent, { version, next }: Asked): Verdict {
  const { total } = extent;
  if (version === null) {
    return total === null ? { kind: 'another', why: 'no total' } : { kind: 'part', extent };
  }
  if (total !== null && total < next) {
    return { kind: 'another', why: 'a total of less than came' };
  }
  return mayBeSameFile(version, versionOf(answer, total))
    ? { kind: 'part', extent }
    : { kind: 'another', why: 'another version' };
}

function judgeEnd({ headers }: AnswerHead, { version, next, hasEnded }: Asked): Verdict {
  const total = unsatisfiedTotal(header(headers, 'content-range'));
  if (version !== null && version.total === null && next > 0) {
    if (total === next) {
      return { kind: 'end' };
    }
    if (hasEnded && (total === null || total > next)) {
      return { kind: total === null ? 'unproven' : 'short' };
    }
  }
  return { kind: 'another', why: 'no such part' };
}
