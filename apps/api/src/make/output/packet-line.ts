/** A packet as ffmpeg's `framecrc` muxer describes it. Times are in ticks of its stream's clock. */
export interface Packet {
  /** Presentation time, in ticks; null where the file has none. */
  readonly pts: number | null;
  readonly ticks: number;
  readonly bytes: number;
  readonly isKey: boolean;
  /** Needed for decoding but never displayed: it lies before the start set by an edit list. */
  readonly isHidden: boolean;
}

/** ffmpeg's flags of a packet (`AV_PKT_FLAG_KEY`, `AV_PKT_FLAG_DISCARD`). */
const KEY = 1;
const HIDDEN = 4;

/**
 * Parses "stream, dts, pts, duration, size, 0xchecksum[, F=0xflags]". A packet without flags is a
 * key frame.
 * @returns null for other lines.
 */
export function toPacket(line: string): (Packet & { readonly stream: number }) | null {
  const fields = line.split(',');
  const [stream = NaN, , pts = NaN, ticks = NaN, bytes = NaN] = fields.map(Number);
  if (fields.length < 6 || Number.isNaN(stream) || Number.isNaN(bytes)) {
    return null;
  }
  const [, hex] = /F=0x([\da-f]+)/i.exec(line) ?? [];
  const flags = hex === undefined ? KEY : Number.parseInt(hex, 16);
  return {
    stream,
    pts: Number.isSafeInteger(pts) ? pts : null,
    ticks: Number.isFinite(ticks) ? Math.max(0, ticks) : 0,
    bytes,
    isKey: (flags & KEY) !== 0,
    isHidden: (flags & HIDDEN) !== 0,
  };
}
