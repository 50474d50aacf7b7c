import type { StreamCoding } from './segment-report.js';

/** The latest coding of a stream, and the number of segments in which it was seen. */
export interface KnownCoding extends StreamCoding {
  readonly segments: number;
}

/**
 * Adds a segment to the known codings. A segment that doesn't show a stream's coding changes
 * nothing.
 */
export function learnCodings(
  known: readonly KnownCoding[],
  found: readonly StreamCoding[],
): KnownCoding[] {
  const learnt = found.map((one) => ({
    ...one,
    segments: (counterpart(one, found, known)?.segments ?? 0) + 1,
  }));
  const replaced = new Set(found.map((one) => counterpart(one, found, known)));
  return [...known.filter((one) => !replaced.has(one)), ...learnt];
}

/**
 * Judges the codings of a segment by those of the segments before it and of the next segment.
 * Renditions differ in coding, so a single segment with a different coding comes from another
 * rendition ("foreign"), while a lasting change is part of the recording.
 * @returns null if nothing differs.
 */
export function codingVerdict(
  known: readonly KnownCoding[],
  current: readonly StreamCoding[],
  next: readonly StreamCoding[],
): 'foreign' | 'as recorded' | null {
  const verdicts = current.flatMap((one) => {
    const before = counterpart(one, current, known);
    const after = counterpart(one, current, next);
    if (before === undefined) {
      // Either of the first two segments may be foreign, because a real change would be announced
      // (RFC 8216 §4.3.2.3).
      return after === undefined || after.coding === one.coding ? [] : ['foreign' as const];
    }
    if (before.coding === one.coding) {
      return [];
    }
    const isKept = after !== undefined && after.coding !== before.coding && before.segments > 1;
    return isKept ? ['as recorded' as const] : ['foreign' as const];
  });
  return verdicts.includes('foreign') ? 'foreign' : (verdicts[0] ?? null);
}

/**
 * The same stream in another segment: a stream with the same id or, in another rendition, one of
 * the same type.
 */
function counterpart<T extends StreamCoding>(
  one: StreamCoding,
  own: readonly StreamCoding[],
  others: readonly T[],
): T | undefined {
  const ofType = others.filter(({ type }) => type === one.type);
  const isOther = ({ id }: StreamCoding): boolean => own.every((stream) => stream.id !== id);
  return ofType.find(({ id }) => id === one.id) ?? ofType.find(isOther);
}
