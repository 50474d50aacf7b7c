import { type Box, boxesIn, boxUnder, numberAt } from './mp4-box.js';
import { MalformedSegment } from '../segment-report.js';

/** A track as described in an initialization section. */
export interface Mp4Track {
  readonly id: number;
  readonly type: 'video' | 'audio' | 'other';
  /** Ticks per second. */
  readonly timescale: number;
  /** Type of the track's sample entry, such as `avc1`. */
  readonly codec: string;
  /** Size of the length field before each NAL unit, in bytes; null if samples have none. */
  readonly nalLengthBytes: number | null;
  readonly defaultDuration: number;
  readonly defaultSize: number;
}

export interface Mp4Init {
  readonly tracks: ReadonlyMap<number, Mp4Track>;
  readonly isFragmented: boolean;
}

const TYPES: Readonly<Record<string, Mp4Track['type']>> = { vide: 'video', soun: 'audio' };

/**
 * Reads a moov box.
 * @throws MalformedSegment, also if there are no tracks.
 */
export function readInit(buffer: Buffer, moov: Box): Mp4Init {
  const boxes = boxesIn(buffer, moov);
  const mvex = boxes.find(({ type }) => type === 'mvex') ?? null;
  const defaults = new Map(
    (mvex === null ? [] : boxesIn(buffer, mvex))
      .filter(({ type }) => type === 'trex')
      .map(({ start }) => [
        numberAt(buffer, start + 4),
        { duration: numberAt(buffer, start + 12), size: numberAt(buffer, start + 16) },
      ]),
  );
  const tracks = boxes
    .filter(({ type }) => type === 'trak')
    .map((trak) => readTrack(buffer, trak))
    .map((track) => ({
      ...track,
      defaultDuration: defaults.get(track.id)?.duration ?? 0,
      defaultSize: defaults.get(track.id)?.size ?? 0,
    }));
  if (tracks.length === 0) {
    throw new MalformedSegment('an initialization section without tracks');
  }
  return { tracks: new Map(tracks.map((track) => [track.id, track])), isFragmented: mvex !== null };
}

function readTrack(buffer: Buffer, trak: Box): Omit<Mp4Track, 'defaultDuration' | 'defaultSize'> {
  const need = (...path: string[]): number => {
    const box = boxUnder(buffer, trak, path);
    if (box === null) {
      throw new MalformedSegment(`a track without ${path.at(-1)}`);
    }
    return box.start;
  };
  const isLong = (at: number): boolean => buffer[at] === 1;
  const [tkhd, mdhd, hdlr] = [need('tkhd'), need('mdia', 'mdhd'), need('mdia', 'hdlr')];
  const stsd = need('mdia', 'minf', 'stbl', 'stsd');
  const timescale = numberAt(buffer, mdhd + (isLong(mdhd) ? 20 : 12));
  if (timescale === 0) {
    throw new MalformedSegment('a track without a clock');
  }
  const type = TYPES[buffer.toString('latin1', hdlr + 8, hdlr + 12)] ?? 'other';
  const entry = buffer.subarray(stsd + 8, stsd + 8 + numberAt(buffer, stsd + 8));
  const codec = entry.toString('latin1', 4, 8);
  return {
    id: numberAt(buffer, tkhd + (isLong(tkhd) ? 20 : 12)),
    type,
    timescale,
    codec,
    nalLengthBytes: nalLengthBytes(codec, configurationIn(entry, type)),
  };
}

/**
 * Size of a sample entry's fixed fields, including its header, in bytes. The entry's boxes follow
 * them.
 */
const FIXED_BYTES = { video: 86, audio: 36 };

/**
 * The decoder configuration in a sample entry for H.264 or HEVC; null for other codecs.
 * @throws MalformedSegment.
 */
function configurationIn(entry: Buffer, type: Mp4Track['type']): Buffer | null {
  // QuickTime's longer audio entries have a version number here.
  if (type === 'other' || (type === 'audio' && entry.readUInt16BE(16) !== 0)) {
    return null;
  }
  const boxes = boxesIn(entry, { start: FIXED_BYTES[type], end: entry.length });
  const box = boxes.find((one) => one.type === 'avcC' || one.type === 'hvcC');
  return box === undefined ? null : entry.subarray(box.start, box.end);
}

/** @throws MalformedSegment if the configuration's parameter sets are incomplete. */
function nalLengthBytes(codec: string, configuration: Buffer | null): number | null {
  if (configuration === null) {
    return null;
  }
  const isAvc = /^(avc\d|dvav|dva1)$/.test(codec);
  if (!isAvc && !/^(hvc1|hev1|dvh1|dvhe)$/.test(codec)) {
    return null;
  }
  const end = isAvc ? avcEnd(configuration) : hevcEnd(configuration);
  if (end > configuration.length) {
    throw new MalformedSegment('a truncated decoder configuration');
  }
  return ((configuration[isAvc ? 4 : 21] ?? 0) & 3) + 1;
}

/** End of the parameter sets of an avcC (ISO 14496-15 §5.3.3.1). */
function avcEnd(configuration: Buffer): number {
  let at = 5;
  for (const mask of [31, 255]) {
    const count = (configuration[at] ?? 0) & mask;
    at += 1;
    for (let set = 0; set < count && at < configuration.length; set += 1) {
      at += 2 + shortAt(configuration, at);
    }
  }
  return at;
}

/** End of the parameter sets of an hvcC (ISO 14496-15 §8.3.3.1). */
function hevcEnd(configuration: Buffer): number {
  const arrays = configuration[22] ?? 0;
  let at = 23;
  for (let array = 0; array < arrays && at < configuration.length; array += 1) {
    const count = shortAt(configuration, at + 1);
    at += 3;
    for (let set = 0; set < count && at < configuration.length; set += 1) {
      at += 2 + shortAt(configuration, at);
    }
  }
  return at;
}

function shortAt(buffer: Buffer, at: number): number {
  return at + 2 > buffer.length ? buffer.length : buffer.readUInt16BE(at);
}
