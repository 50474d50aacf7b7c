import { isMp4 } from '../inspection/mp4/mp4-segment.js';
import type { SegmentBytes } from '../inspection/segment-bytes.js';
import { MalformedSegment } from '../inspection/segment-report.js';
import { isWebm } from '../inspection/webm/webm-segment.js';
import type { Span } from '../client/source-damaged.js';
import { type BytePlan, bytesIn, isOutOfRange, ExcerptUnavailable } from './byte-plan.js';
import { planMp3 } from './mp3-plan.js';
import { planFragments } from './mp4/fragments-plan.js';
import { hasSeveralDescriptions, readTop } from './mp4/mp4-top.js';
import { MOST_SHARE } from './remote-index.js';

const HEAD_BYTES = 64;

/**
 * Plans an excerpt of a file from the file's index, which is not trusted.
 * @param span playing time in seconds.
 * @param signal ends the planning.
 * @returns null for a file whose packets have to be copied by mediabunny.
 * @throws ExcerptUnavailable if the file has no index that we support, or an invalid one; the
 *   signal's reason; whatever `bytes` throws.
 */
export async function planFile(
  bytes: SegmentBytes,
  span: Span,
  signal: AbortSignal,
): Promise<BytePlan | null> {
  try {
    const plan = await planOf(bytes, span, signal);
    if (plan !== null) {
      checkPlan(plan, bytes.size);
    }
    return plan;
  } catch (error) {
    if (error instanceof MalformedSegment || isOutOfRange(error)) {
      throw new ExcerptUnavailable('a malformed index', { cause: error });
    }
    throw error;
  }
}

async function planOf(
  bytes: SegmentBytes,
  span: Span,
  signal: AbortSignal,
): Promise<BytePlan | null> {
  const head = Buffer.from(await bytes.read(0, HEAD_BYTES));
  if (isMp4(head)) {
    const top = await readTop(bytes);
    const plan = await planFragments(bytes, { top, span, signal });
    if (plan === null && hasSeveralDescriptions(top)) {
      throw new ExcerptUnavailable('several sample descriptions');
    }
    return plan;
  }
  return isWebm(head) ? null : planMp3(bytes, span);
}

function checkPlan({ ranges, startSeconds, sourceSeconds }: BytePlan, size: number): void {
  const isWithin = ranges.every(
    ({ start, end }) => Number.isInteger(start) && start >= 0 && end > start && end <= size,
  );
  const isTimed = Number.isFinite(startSeconds) && Number.isFinite(sourceSeconds ?? 0);
  if (!isWithin || !isTimed || (sourceSeconds ?? 0) < 0) {
    throw new ExcerptUnavailable('an invalid index');
  }
  if (bytesIn(ranges) > size * MOST_SHARE) {
    throw new ExcerptUnavailable('nearly the whole file is needed');
  }
}
