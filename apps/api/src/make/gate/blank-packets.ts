import type { BlankRun } from './blank-runs.js';

export interface PlacedPacket {
  readonly type: 'video' | 'audio';
  /** Presentation time in seconds; null when unknown. */
  readonly shown: number | null;
  /** Offset of the packet's first byte in the file, or a few bytes less. */
  readonly at: number;
  readonly bytes: number;
}

/**
 * The number of consecutive zeros that a healthy packet never contains before its last byte. H.264
 * and HEVC escape any three of them (ITU-T H.264 §7.4.1), and arithmetic coders don't produce runs
 * this long. Encoders may pad the end of a packet. Codecs that are not listed (PCM, MP3 at a
 * constant rate, MPEG-2) use zeros as filling.
 */
const ZEROS_ALLOWED: Readonly<Record<string, number>> = {
  h264: 256,
  hevc: 256,
  vp8: 1024,
  vp9: 1024,
  av1: 1024,
};
/**
 * An audio packet of at least this many bytes that consists of zeros only did not come from an
 * encoder.
 */
const BLANK_SOUND_BYTES = 64;
const SOUND = ['aac', 'opus', 'vorbis'];
/**
 * Tolerance for packet positions in bytes, because some containers give the position of the block
 * around a packet.
 */
const BLOCK_HEAD = 32;

/**
 * Parses a line of ffprobe's packet list, such as "video,0.066667,12345,48"; null for other lines.
 */
export function toPlacedPacket(line: string): PlacedPacket | null {
  const [type, shown, bytes, at] = line.split(',');
  if ((type !== 'video' && type !== 'audio') || Number.isNaN(Number(at))) {
    return null;
  }
  const seconds = Number(shown);
  return {
    type,
    shown: Number.isNaN(seconds) ? null : seconds,
    at: Number(at),
    bytes: Number(bytes),
  };
}

/**
 * Whether a packet overlaps a run. Uses a binary search, because a hostile file may have a million
 * packets.
 * @param runs in file order.
 */
export function overlapsRun({ at, bytes }: PlacedPacket, runs: readonly BlankRun[]): boolean {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.end ?? 0) > at) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return (runs[low]?.start ?? Infinity) < at + bytes;
}

/** @returns the packets damaged by runs of zeros. */
export function blankPackets(
  packets: readonly PlacedPacket[],
  runs: readonly BlankRun[],
  codecs: Readonly<Record<PlacedPacket['type'], string | null>>,
): PlacedPacket[] {
  return packets.filter((packet) =>
    runs.some((run) => isDamagedBy(run, packet, codecs[packet.type] ?? '')),
  );
}

function isDamagedBy(run: BlankRun, { type, at, bytes }: PlacedPacket, codec: string): boolean {
  const [start, end] = [Math.max(run.start, at), Math.min(run.end, at + bytes)];
  if (end <= start) {
    return false;
  }
  if (type === 'audio') {
    const isWhole = start <= at + BLOCK_HEAD && end >= at + bytes;
    return SOUND.includes(codec) && bytes >= BLANK_SOUND_BYTES && isWhole;
  }
  const allowed = ZEROS_ALLOWED[codec];
  return allowed !== undefined && end - start >= allowed && end < at + bytes;
}
