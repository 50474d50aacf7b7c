import type { Segment, SourceStream } from './source-stream.js';

/** Segments last what the manifest says, give or take. */
const SLACK_SECONDS = 0.5;

/**
 * The segments of a DASH stream. A manifest that names one length for all of them means it about:
 * each may last half as much again, and the last one what is left (DASH-IF IOP, "segment duration").
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
