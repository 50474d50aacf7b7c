import type { Probe, ProbedStream } from '../probe-schema.js';

/** Fixed boxes of an index: headers, codec configuration (HEVC: 2.6 KB), the title. */
const FIXED_BYTES = 16 * 1024;
/** For rounded rates and durations. */
const MARGIN = 1.05;
/** Most of the file that the room may take. What is not used (half of it, as measured) stays as padding. */
const MOST_SHARE = 0.02;
/** Above this, offsets of chunks take 8 bytes instead of 4. */
const LONG_OFFSETS_ABOVE = 2 ** 32;

/**
 * Room to leave at the front of an MP4 for its index. Writing the index there at once saves the
 * second pass over the whole file that `+faststart` makes (a third of the time of a large join).
 * Where the source keeps no count of its packets (fragmented MP4), rate and duration stand in.
 * @param totalBytes of all streams.
 * @param pageSeconds duration by the page: a fragmented file may declare less than it holds.
 * @returns bytes, or null when the rate of a stream is not known or the room would be waste.
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

/** @returns Infinity when nobody can tell. */
function packetsOf({ frames, packetRate, durationSeconds }: ProbedStream, seconds: number): number {
  const longest = Math.max(durationSeconds ?? 0, seconds);
  return frames ?? (packetRate === null || longest === 0 ? Infinity : packetRate * longest);
}

/** Tables with a row for each packet: `stsz`, and for pictures `ctts`, `stts` and key frames (`stss`). */
function bytesPerPacket({ type, isReordered, isEven }: ProbedStream): number {
  return type === 'audio' ? 4 : 4.5 + (isReordered ? 8 : 0) + (isEven ? 0 : 8);
}

/**
 * Tables with a row for each run of packets of one stream (`stco`, and `stsc` where the length of
 * runs alternates): two streams take turns, at most as often as the sparser one has packets.
 */
function chunkBytes(streams: readonly { packets: number }[], totalBytes: number): number {
  const turns = streams.length < 2 ? 0 : Math.min(...streams.map(({ packets }) => packets));
  return turns * (2 * (totalBytes > LONG_OFFSETS_ABOVE ? 8 : 4) + 12);
}
