interface AudioFrame {
  readonly bytes: number;
  readonly seconds: number;
}

/** Size of the longest frame header, in bytes. */
export const FRAME_HEADER_BYTES = 8;

const ADTS_RATES = [
  96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
];
const MPEG1_RATES = [44100, 48000, 32000];
/**
 * Bitrates in kbit/s by index, for MPEG-1 layers I to III and MPEG-2 layers I and II/III (ISO
 * 11172-3, 13818-3).
 */
const MPEG1_KBPS = [
  [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
];
const MPEG2_KBPS = [
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];
const AC3_KBPS = [
  32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
];
const AC3_RATES = [48000, 44100, 32000];
const EAC3_BLOCKS = [1, 2, 3, 6];

/**
 * The frame whose header starts at `at`: AAC in ADTS, MPEG audio, AC-3 or E-AC-3.
 * @returns null if there is none.
 */
export function frameAt(bytes: Buffer, at: number): AudioFrame | null {
  if (at + FRAME_HEADER_BYTES > bytes.length) {
    return null;
  }
  const [one = 0, two = 0] = [bytes[at], bytes[at + 1]];
  if (one === 0x0b && two === 0x77) {
    return ac3Frame(bytes, at);
  }
  if (one !== 0xff || (two & 0xe0) !== 0xe0) {
    return null;
  }
  return (two & 0xf6) === 0xf0 ? adtsFrame(bytes, at) : mpegFrame(bytes, at);
}

/**
 * Walks from frame to frame.
 * @returns the total duration of the frames, and the end of the last complete one.
 */
export function walkFrames(bytes: Buffer): { readonly seconds: number; readonly end: number } {
  let [at, seconds] = [0, 0];
  for (;;) {
    const frame = frameAt(bytes, at);
    if (frame === null || at + frame.bytes > bytes.length) {
      return { seconds, end: at };
    }
    at += frame.bytes;
    seconds += frame.seconds;
  }
}

function adtsFrame(bytes: Buffer, at: number): AudioFrame | null {
  const rate = ADTS_RATES[(byteAt(bytes, at + 2) >> 2) & 15];
  const size =
    ((byteAt(bytes, at + 3) & 3) << 11) |
    (byteAt(bytes, at + 4) << 3) |
    (byteAt(bytes, at + 5) >> 5);
  const blocks = (byteAt(bytes, at + 6) & 3) + 1;
  return rate === undefined || size <= 7 ? null : { bytes: size, seconds: (1024 * blocks) / rate };
}

function mpegFrame(bytes: Buffer, at: number): AudioFrame | null {
  const head = mpegHead(bytes, at);
  return head === null ? null : { bytes: head.bytes, seconds: head.samples / head.rate };
}

/** The header of an MPEG audio frame (ISO 11172-3 §2.4.2.3, ISO 13818-3). */
export interface MpegHead {
  readonly layer: number;
  readonly bitsPerSecond: number;
  /** Samples per second, and samples per frame. */
  readonly rate: number;
  readonly samples: number;
  readonly isFirstVersion: boolean;
  readonly isMono: boolean;
  readonly bytes: number;
}

/** @returns null if there is no such header, or if the bit rate is free. */
export function mpegHead(bytes: Buffer, at: number): MpegHead | null {
  if (byteAt(bytes, at) !== 0xff || (byteAt(bytes, at + 1) & 0xe0) !== 0xe0) {
    return null;
  }
  const [second, third] = [byteAt(bytes, at + 1), byteAt(bytes, at + 2)];
  const version = (second >> 3) & 3; // 3: MPEG-1, 2: MPEG-2, 0: MPEG-2.5
  const layer = 4 - ((second >> 1) & 3); // 1 to 3; 4 is reserved
  const base = MPEG1_RATES[(third >> 2) & 3];
  const isFirstVersion = version === 3;
  const kbps = (isFirstVersion ? MPEG1_KBPS : MPEG2_KBPS)[layer - 1]?.[third >> 4] ?? 0;
  if (version === 1 || layer === 4 || base === undefined || kbps === 0) {
    return null;
  }
  const rate = version === 3 ? base : version === 2 ? base / 2 : base / 4;
  const bitsPerSecond = kbps * 1000;
  const padding = (third >> 1) & 1;
  const samples = layer === 1 ? 384 : layer === 3 && !isFirstVersion ? 576 : 1152;
  const size =
    layer === 1
      ? (Math.floor((12 * bitsPerSecond) / rate) + padding) * 4
      : Math.floor(((samples / 8) * bitsPerSecond) / rate) + padding;
  const isMono = byteAt(bytes, at + 3) >> 6 === 3;
  return { layer, bitsPerSecond, rate, samples, isFirstVersion, isMono, bytes: size };
}

function ac3Frame(bytes: Buffer, at: number): AudioFrame | null {
  const fourth = byteAt(bytes, at + 4);
  const rate = AC3_RATES[fourth >> 6];
  if (byteAt(bytes, at + 5) >> 3 > 10) {
    return eac3Frame(bytes, at);
  }
  const code = fourth & 63;
  const kbps = AC3_KBPS[code >> 1];
  if (rate === undefined || kbps === undefined) {
    return null;
  }
  // Some frames at 44.1 kHz are padded by a word (ATSC A/52, table 5.18).
  const words = Math.floor((kbps * 1000 * 96) / rate) + (rate === 44100 ? code & 1 : 0);
  return { bytes: words * 2, seconds: 1536 / rate };
}

function eac3Frame(bytes: Buffer, at: number): AudioFrame | null {
  const [second, fourth] = [byteAt(bytes, at + 2), byteAt(bytes, at + 4)];
  const full = AC3_RATES[fourth >> 6];
  const half = AC3_RATES[(fourth >> 4) & 3];
  if (full === undefined && half === undefined) {
    return null;
  }
  const size = ((((second & 7) << 8) | byteAt(bytes, at + 3)) + 1) * 2;
  const blocks = full === undefined ? 6 : (EAC3_BLOCKS[(fourth >> 4) & 3] ?? 6);
  // A dependent substream adds channels, not time.
  const isDependent = second >> 6 === 1;
  const seconds = (256 * blocks) / (full ?? (half ?? 0) / 2);
  return { bytes: size, seconds: isDependent ? 0 : seconds };
}

function byteAt(bytes: Buffer, at: number): number {
  return bytes[at] ?? 0;
}
