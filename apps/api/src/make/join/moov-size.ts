import type { Probe, ProbedStream } from '../probe-schema.js';

/** Fixed boxes of an index: headers, codec configuration (HEVC: 2.6 KB), title. */
const FIXED_BYTES = 16 * 1024;
/** Covers rounded rates and durations. */
const MARGIN = 1.05;
/**
 * The largest share of the file to reserve. Unused space (half of it, as measured) stays as
 * padding.
 */
const MOST_SHARE = 0.02;
/** Above this, chunk offsets take 8 bytes instead of 4. */
const LONG_OFFSETS_ABOVE = 2 ** 32;

/**
 * The space to reserve at the front of an MP4 for its index. Without it, `+faststart` makes a
 * second pass over the whole file (a third of the time of a large join). If the source has no
 * packet count (fragmented MP4), the rate and duration are used instead.
 * @param totalBytes size of all streams.
 * @param pageSeconds duration according to the page; a fragmented file may declare less than it
 *   holds.
 * @returns bytes, or null if a stream's rate is unknown or the space would be wasteful.
 */
export function moovSize(
  sources: readonly Probe[],
  { totalBytes, pageSeconds }: { totalBytes: number; pageSeconds: number | null },
): number | null {
  const streams = sources.flatMap((source) =>
    source.streams.map((stream) => ({
      ...stream,
      packets: packetsOf(stream, Math.max(source.durationSeconds ?? 0, pageSeconds ?? 0)),
    })),
  );
  if (streams.length === 0) {
    return null;
  }
  const tables = streams.reduce((sum, stream) => sum + stream.packets * bytesPerPacket(stream), 0);
  const room = Math.ceil(FIXED_BYTES + (tables + chunkBytes(streams, totalBytes)) * MARGIN);
  return room <= totalBytes * MOST_SHARE ? room : null;
}

/** @returns Infinity when unknown. */
function packetsOf({ frames, packetRate, durationSeconds }: ProbedStream, seconds: number): number {
  const longest = Math.max(durationSeconds ?? 0, seconds);
  return frames ?? (packetRate === null || longest === 0 ? Infinity : packetRate * longest);
}

/** Tables with a row per packet: `stsz`, and for video `ctts`, `stts` and `stss`. */
function bytesPerPacket({ type, isReordered, isEven }: ProbedStream): number {
  return type === 'audio' ? 4 : 4.5 + (isReordered ? 8 : 0) + (isEven ? 0 : 8);
}

/**
 * Tables with a row per chunk (`stco`, and `stsc` where chunk lengths vary): two streams alternate
 * at most once per packet of the sparser one.
 */
function chunkBytes(streams: readonly { packets: number }[], totalBytes: number): number {
  const turns = streams.length < 2 ? 0 : Math.min(...streams.map(({ packets }) => packets));
  return turns * (2 * (totalBytes > LONG_OFFSETS_ABOVE ? 8 : 4) + 12);
}
