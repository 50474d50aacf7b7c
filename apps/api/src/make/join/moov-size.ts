import type { Probe, ProbedStream } from '../probe-schema.js';

/**
 * Size of an index without its tables, in bytes: headers, codec configuration (2.6 KB in HEVC),
 * title.
 */
const FIXED_BYTES = 16 * 1024;
/** Safety factor, because rates and durations are rounded. */
const MARGIN = 1.05;
/**
 * The largest share of the file that is reserved for its index. Unused space (measured: half of it)
 * stays as padding.
 */
const MOST_SHARE = 0.02;
/** In files of more bytes than this, chunk offsets take 8 bytes instead of 4. */
const LONG_OFFSETS_ABOVE = 2 ** 32;

/**
 * The space to reserve at the front of an MP4 for its index. Without it, `+faststart` makes a
 * second pass over the whole file (a third of the time of a large join). If a source has no packet
 * count (fragmented MP4), its rate and duration are used instead.
 * @param totalBytes size of all streams.
 * @param pageSeconds duration according to the page, because a fragmented file may declare less
 *   than it contains.
 * @returns bytes; null if a stream's rate is unknown or the space would be wasteful.
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

/** @returns the number of packets; Infinity when unknown. */
function packetsOf({ frames, packetRate, durationSeconds }: ProbedStream, seconds: number): number {
  const longest = Math.max(durationSeconds ?? 0, seconds);
  return frames ?? (packetRate === null || longest === 0 ? Infinity : packetRate * longest);
}

/** Size of the tables with a row per packet: `stsz`, and for video `ctts`, `stts` and `stss`. */
function bytesPerPacket({ type, isReordered, isEven }: ProbedStream): number {
  return type === 'audio' ? 4 : 4.5 + (isReordered ? 8 : 0) + (isEven ? 0 : 8);
}

/**
 * Size of the tables with a row per chunk: `stco`, and `stsc` where chunk lengths vary. Two streams
 * alternate at most once per packet of the sparser stream.
 */
function chunkBytes(streams: readonly { packets: number }[], totalBytes: number): number {
  const turns = streams.length < 2 ? 0 : Math.min(...streams.map(({ packets }) => packets));
  return turns * (2 * (totalBytes > LONG_OFFSETS_ABOVE ? 8 : 4) + 12);
}
