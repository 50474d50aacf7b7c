import type { Segment, SourceStream } from '../client/source-stream.js';

/** Tolerance for the duration of a segment in the manifest. */
const SLACK_SECONDS = 0.5;

/**
 * The segments of a DASH stream. If a manifest gives one duration for all segments, it is
 * approximate: a segment may play up to half as long again, and the last one plays whatever is left
 * (DASH-IF IOP, "segment duration").
 */
export function dashSegments({
  segments,
  segmentSeconds = null,
}: Pick<SourceStream, 'segments' | 'segmentSeconds'>): Segment[] {
  const urls = segments ?? [];
  const known = (segmentSeconds ?? []).filter((seconds) => seconds !== null);
  const isNominal = known.length > 1 && known.every((seconds) => seconds === known[0]);
  return urls.map((url, index) => {
    const seconds = segmentSeconds?.[index] ?? null;
    const isLast = index === urls.length - 1;
    const slack = !isNominal ? SLACK_SECONDS : isLast ? (seconds ?? 0) : (seconds ?? 0) / 2;
    return {
      url,
      range: null,
      key: null,
      expected: {
        holds: seconds === null ? 'unknown' : 'media',
        seconds,
        slackSeconds: Math.max(SLACK_SECONDS, slack),
        startsAnew: false,
      },
    };
  });
}
