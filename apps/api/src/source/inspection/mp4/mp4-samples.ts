import type { Run } from './mp4-fragment.js';
import type { Mp4Track } from './mp4-init.js';
import type { SegmentBytes } from '../segment-bytes.js';
import { MalformedSegment } from '../segment-report.js';

/** Maximum size of a batch of samples that is read at once, in bytes. */
const BATCH_BYTES = 512 * 1024;
/** Larger samples, in bytes, are not checked. Real pictures are smaller. */
const MOST_SAMPLE_BYTES = 64 * 1024 * 1024;
/**
 * A coded picture never contains this many zeros in a row, because emulation prevention bytes
 * interrupt them (H.264 §7.4.1).
 */
const ZEROS = Buffer.alloc(16);

/**
 * Checks samples without decoding them: lengths of NAL units and OBUs, and sync words. Samples of
 * unknown codecs are accepted.
 * @throws MalformedSegment.
 */
export async function checkRun(bytes: SegmentBytes, { track, sizes, start }: Run): Promise<void> {
  const check = checkOf(track);
  if (check === null) {
    return;
  }
  let at = start;
  for (let first = 0; first < sizes.length;) {
    let [next, length] = [first, 0];
    do {
      length += sizes[next] ?? 0;
      next += 1;
    } while (next < sizes.length && length + (sizes[next] ?? 0) <= BATCH_BYTES);
    if (length <= MOST_SAMPLE_BYTES) {
      checkBatch(await bytes.read(at, length), sizes.subarray(first, next), { check, at });
    }
    at += length;
    first = next;
  }
}

type SampleCheck = (bytes: Buffer, start: number, end: number, zerosAt: number) => boolean;

function checkBatch(
  batch: Buffer,
  sizes: Uint32Array,
  { check, at }: { check: SampleCheck; at: number },
): void {
  let start = 0;
  let zerosAt = batch.indexOf(ZEROS);
  for (const size of sizes) {
    const end = start + size;
    if (zerosAt !== -1 && zerosAt < start) {
      zerosAt = batch.indexOf(ZEROS, start);
    }
    const hasZeros = zerosAt !== -1 && zerosAt + ZEROS.length <= end;
    if (size > 0 && !check(batch, start, end, hasZeros ? zerosAt : -1)) {
      throw new MalformedSegment(`the sample at ${at + start} does not match its track's codec`);
    }
    start = end;
  }
}

/** @returns null for a codec that can't be checked. */
function checkOf({ codec, nalLengthBytes }: Mp4Track): SampleCheck | null {
  if (nalLengthBytes !== null) {
    const isSlice = codec.startsWith('a') || codec.startsWith('dva') ? isAvcSlice : isHevcSlice;
    return (bytes, start, end, zerosAt) =>
      isNalChain(bytes, { start, end, zerosAt, nalLengthBytes, isSlice });
  }
  switch (codec) {
    case 'av01':
      return (bytes, start, end) => isObuChain(bytes, start, end);
    case 'vp09':
      // The frame marker (VP9 §6.2).
      return (bytes, start) => (byteAt(bytes, start) & 0xc0) === 0x80;
    case 'ac-3':
    case 'ec-3':
      return (bytes, start) => byteAt(bytes, start) === 0x0b && byteAt(bytes, start + 1) === 0x77;
    case 'fLaC':
      return (bytes, start) =>
        byteAt(bytes, start) === 0xff && (byteAt(bytes, start + 1) & 0xfc) === 0xf8;
    case 'mp4a':
    case 'Opus':
      // Not even silence is encoded as zeros only.
      return (bytes, start, end, zerosAt) =>
        zerosAt !== start || bytes.subarray(start, end).some((byte) => byte !== 0);
    default:
      return null;
  }
}

interface NalChain {
  readonly start: number;
  readonly end: number;
  /** Start of the first long run of zeros; -1 if there is none. */
  readonly zerosAt: number;
  readonly nalLengthBytes: number;
  /** @param head the first byte of a NAL unit. */
  readonly isSlice: (head: number) => boolean;
}

/** Whether a chain of lengths and units fills a sample exactly. */
function isNalChain(
  bytes: Buffer,
  { start, end, zerosAt, nalLengthBytes, isSlice }: NalChain,
): boolean {
  let zeros = zerosAt;
  let units = 0;
  for (let at = start; at < end;) {
    const unit = at + nalLengthBytes;
    if (unit > end) {
      return false;
    }
    const next = unit + bytes.readUIntBE(at, nalLengthBytes);
    if (next === unit) {
      // Some muxers end a picture with an empty unit. Any other empty unit means zeros in place of
      // media.
      return units > 0 && next === end;
    }
    const head = byteAt(bytes, unit);
    if (next > end || (head & 0x80) !== 0) {
      return false;
    }
    if (zeros !== -1 && zeros < unit) {
      zeros = bytes.indexOf(ZEROS, unit);
    }
    if (zeros !== -1 && zeros < next && isSlice(head) && !isPadding(bytes, zeros, next)) {
      return false;
    }
    units += 1;
    at = next;
  }
  return true;
}

/** Whether zeros reach the end of a unit. Some encoders pad slices with zeros to a certain size. */
function isPadding(bytes: Buffer, zeros: number, end: number): boolean {
  return bytes.subarray(zeros, end).every((byte) => byte === 0);
}

function isAvcSlice(head: number): boolean {
  const type = head & 31;
  return type >= 1 && type <= 5;
}

function isHevcSlice(head: number): boolean {
  return ((head >> 1) & 63) < 32;
}

/**
 * Whether a chain of OBUs with their sizes fills a sample (AV1 §5.3). The last OBU may lack a size.
 */
function isObuChain(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end;) {
    const head = byteAt(bytes, at);
    const type = (head >> 3) & 15;
    // The forbidden bit is set, or the type is 0, which is reserved and which zeros would give.
    if ((head & 0x80) !== 0 || type === 0) {
      return false;
    }
    at += (head & 4) === 0 ? 1 : 2;
    if ((head & 2) === 0) {
      return true;
    }
    let [size, shift] = [0, 0];
    for (let more = true; more; shift += 7) {
      const byte = byteAt(bytes, at);
      size += (byte & 127) * 2 ** shift;
      more = (byte & 128) !== 0 && shift < 49;
      at += 1;
    }
    at += size;
    if (at > end) {
      return false;
    }
  }
  return true;
}

function byteAt(bytes: Buffer, at: number): number {
  return bytes[at] ?? 0;
}
