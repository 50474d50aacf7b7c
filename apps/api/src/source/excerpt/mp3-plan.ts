import { mpegHead, type MpegHead } from '../inspection/sound/audio-frames.js';
import { ID3_HEADER_BYTES, id3Bytes } from '../inspection/sound/id3.js';
import type { SegmentBytes } from '../inspection/segment-bytes.js';
import type { Span } from '../client/source-damaged.js';
import { type BytePlan, ExcerptUnavailable } from './byte-plan.js';

/**
 * Margin before the span in seconds. Frames use bits of earlier frames, so the first frames of an
 * excerpt are distorted.
 */
const BEFORE = 1;
const AFTER = 1;
/** Number of consecutive frame headers that can't be a coincidence. */
const PROOF_FRAMES = 4;
/** Size of the longest encoder tag after the frame header, in bytes. */
const TAG_BYTES = 36 + 144;
/** Number of samples that decoders add to the encoder's delay (in LAME's tag). */
const DECODER_DELAY = 529;

/** Thrown for a file that states in its first frame that its bit rate varies. */
export class VariableRate extends ExcerptUnavailable {}

interface Mp3Head {
  readonly frame: MpegHead;
  /** Offset of the first audio frame. */
  readonly at: number;
  /** Number of silent samples at the start. */
  readonly delay: number;
  /** Where the file should end according to its first frame; 0 if that doesn't tell. */
  readonly declaredEnd: number;
}

/**
 * Plans an excerpt of an MP3 with a constant bit rate. The positions of its frames can be computed,
 * and the frames at both ends are verified. A file with a variable bit rate has no frame-exact
 * index.
 * @param span playing time in seconds.
 * @throws ExcerptUnavailable.
 */
export async function planMp3(bytes: SegmentBytes, span: Span): Promise<BytePlan> {
  const { frame, at, delay, declaredEnd } = await readHead(bytes);
  const { samples, rate } = frame;
  const frameBytes = (samples / 8) * (frame.bitsPerSecond / rate);
  const count = Math.floor((bytes.size - at) / frameBytes);
  const startSeconds = delay / rate;
  const number = (seconds: number): number =>
    Math.min(count, Math.max(0, Math.floor(((seconds + startSeconds) * rate) / samples)));
  const first = Math.min(number(span.from - BEFORE), Math.max(0, count - PROOF_FRAMES * 2));
  const last = Math.min(number(span.to + AFTER) + 1, count);
  const placeOf = (frameNumber: number): Promise<number> =>
    frameAt(bytes, frame, at + frameNumber * frameBytes);
  const start = first === 0 ? at : await placeOf(first);
  const isToEnd = last + PROOF_FRAMES >= count;
  if (isToEnd && declaredEnd > bytes.size) {
    // The duration of the excerpt would seem to be what the whole file has.
    throw new ExcerptUnavailable('a truncated file');
  }
  const end = isToEnd ? bytes.size : await placeOf(last);
  return {
    ranges: [{ start, end }],
    patches: [],
    startSeconds: startSeconds - (first * samples) / rate,
    sourceSeconds: (count * samples) / rate - startSeconds,
  };
}

async function readHead(bytes: SegmentBytes): Promise<Mp3Head> {
  const first = id3Bytes(await bytes.read(0, ID3_HEADER_BYTES));
  const head = Buffer.from(await bytes.read(first, TAG_BYTES));
  const frame = mpegHead(head, 0);
  if (frame?.layer !== 3) {
    throw new ExcerptUnavailable('no MP3');
  }
  const info = head.subarray(4 + sideBytes(frame));
  switch (info.toString('latin1', 0, 4)) {
    case 'Info': {
      const isTold = /^(LAME|Lavf|Lavc)/.test(info.toString('latin1', 120, 124));
      const delay = isTold ? (info.readUIntBE(141, 3) >> 12) + DECODER_DELAY : 0;
      const declaredEnd = first + declaredBytes(info);
      return { frame, at: first + frame.bytes, delay, declaredEnd };
    }
    case 'Xing':
      throw new VariableRate('a variable bit rate');
    default:
      return { frame, at: first, delay: 0, declaredEnd: 0 };
  }
}

/**
 * How many bytes the file has according to its encoder tag: flag 1 announces the number of frames,
 * and flag 2 the number of bytes after it.
 * @returns 0 if the tag doesn't tell.
 */
function declaredBytes(info: Buffer): number {
  const flags = info.readUInt32BE(4);
  return (flags & 2) === 0 ? 0 : info.readUInt32BE((flags & 1) === 0 ? 8 : 12);
}

/** Size of the side information after a frame header, in bytes. */
function sideBytes({ isFirstVersion, isMono }: MpegHead): number {
  return isFirstVersion ? (isMono ? 17 : 32) : isMono ? 9 : 17;
}

function isSameKind(one: MpegHead, other: MpegHead): boolean {
  return (
    one.layer === other.layer &&
    one.bitsPerSecond === other.bitsPerSecond &&
    one.rate === other.rate &&
    one.samples === other.samples
  );
}

/**
 * Finds the exact position of the frame that starts at about `near`.
 * @throws ExcerptUnavailable if there is none.
 */
async function frameAt(bytes: SegmentBytes, like: MpegHead, near: number): Promise<number> {
  const from = Math.max(0, Math.floor(near) - 1);
  const window = await bytes.read(from, like.bytes * (PROOF_FRAMES + 2));
  for (let offset = 0; offset <= 3; offset += 1) {
    let at = offset;
    let proven = 0;
    for (; proven < PROOF_FRAMES; proven += 1) {
      const frame = mpegHead(window, at);
      if (frame === null || !isSameKind(frame, like)) {
        break;
      }
      at += frame.bytes;
    }
    if (proven === PROOF_FRAMES) {
      return from + offset;
    }
  }
  throw new ExcerptUnavailable('a bit rate that is not constant');
}
