import { firstIndex } from '../../infra/first-index.js';
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
/** Maximum number of damaged packets to report. */
const MOST_DAMAGED = 2000;
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
 * Whether a packet overlaps a run.
 * @param runs in file order.
 */
export function overlapsRun({ at, bytes }: PlacedPacket, runs: readonly BlankRun[]): boolean {
  return (runs[firstBeyond(runs, at)]?.start ?? Infinity) < at + bytes;
}

/**
 * @param runs in file order.
 * @returns the packets damaged by runs of zeros; if there are more than `MOST_DAMAGED`, only some of
 *   them, which are spread evenly.
 */
export function blankPackets(
  packets: readonly PlacedPacket[],
  runs: readonly BlankRun[],
  codecs: Readonly<Record<PlacedPacket['type'], string | null>>,
): PlacedPacket[] {
  const isDamaged = {
    video: videoJudge(runs, codecs.video ?? ''),
    audio: soundJudge(runs, codecs.audio ?? ''),
  };
  const damaged = packets.filter((packet) => isDamaged[packet.type](packet));
  const step = Math.ceil(damaged.length / MOST_DAMAGED);
  return damaged.filter((_, index) => index % step === 0);
}

type Judge = (packet: PlacedPacket) => boolean;

function soundJudge(runs: readonly BlankRun[], codec: string): Judge {
  return SOUND.includes(codec)
    ? (packet) => packet.bytes >= BLANK_SOUND_BYTES && isBlank(packet, runs, BLOCK_HEAD)
    : () => false;
}

/**
 * No codec that is listed begins a packet with zeros, so a packet of zeros is not padding, whatever
 * its size. Containers without exact positions also have headers in place of these bytes, and
 * cannot be read if those are lost.
 */
function videoJudge(runs: readonly BlankRun[], codec: string): Judge {
  const allowed = ZEROS_ALLOWED[codec];
  if (allowed === undefined) {
    return () => false;
  }
  const long = runs.filter(({ start, end }) => end - start >= allowed);
  return (packet) => isBlank(packet, runs, 0) || hasZeros(packet, long, allowed);
}

/** Whether a packet consists of zeros only, except perhaps for its first `head` bytes. */
function isBlank({ at, bytes }: PlacedPacket, runs: readonly BlankRun[], head: number): boolean {
  const run = runs[firstBeyond(runs, at + head)];
  return run !== undefined && bytes > 0 && run.start <= at + head && run.end >= at + bytes;
}

/** Whether a packet contains zeros that are not padding at its end. */
function hasZeros(
  { at, bytes }: PlacedPacket,
  runs: readonly BlankRun[],
  allowed: number,
): boolean {
  // All runs are long enough, except for parts outside the packet. So the loop ends soon, even if a
  // hostile file has a million packets with a thousand runs in each of them.
  for (let index = firstBeyond(runs, at); index < runs.length; index += 1) {
    const { start, end } = runs[index] ?? { start: Infinity, end: 0 };
    if (end >= at + bytes) {
      return false;
    }
    if (end - Math.max(start, at) >= allowed) {
      return true;
    }
  }
  return false;
}

/** The index of the first run that ends behind a position. */
function firstBeyond(runs: readonly BlankRun[], at: number): number {
  return firstIndex(runs, ({ end }) => end > at);
}
