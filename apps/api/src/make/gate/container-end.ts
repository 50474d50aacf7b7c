import { type FileHandle, open } from 'node:fs/promises';
import { id3Bytes } from '../../source/inspection/sound/id3.js';

/**
 * Number of bytes to read at each end of a file. It is enough for the headers, and for the last Ogg
 * page.
 */
const EDGE_BYTES = 128 * 1024;

/**
 * Checks whether a file ends before the end that its container declares. Finds truncation that
 * programs ignore: they accept a fragmented MP4 without its last fragment, and read MP3 and Ogg
 * files to wherever they end.
 * @returns what is missing, for the log; null if nothing is, or if the container does not declare
 *   its end.
 */
export async function missingEnd(path: string): Promise<string | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const head = await readAt(file, 0, EDGE_BYTES);
    if (head.toString('latin1', 4, 8) === 'ftyp') {
      return await missingOfMp4(file, size);
    }
    const tail = await readAt(file, Math.max(0, size - EDGE_BYTES), EDGE_BYTES);
    if (head.toString('latin1', 0, 4) === 'OggS') {
      return missingOfOgg(tail);
    }
    if (head.toString('latin1', 0, 4) === 'RIFF') {
      return head.readUInt32LE(4) === 0xffffffff || head.readUInt32LE(4) === 0
        ? null
        : // The declared size may include a trailing pad byte that the file lacks.
          shortOf(head.readUInt32LE(4) + 8 - 1, size, 'RIFF');
    }
    const start = id3Bytes(head);
    return missingOfMp3(await readAt(file, start, 256), size - start);
  } finally {
    await file.close();
  }
}

/**
 * Finds zeros in place of a box of a fragmented MP4. Programs skip the fragment that the box belongs
 * to, so the zeros are in none of the packets that they report.
 * @returns what is wrong, for the log; null if nothing is, and for zeros at the end of the file.
 */
export async function zeroedBox(path: string): Promise<string | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const boxes = new Boxes(file, MOST_BOXES * 4);
    let isFragmented = false;
    for await (const box of boxes.within(0, size)) {
      if (box.at === 0 && !FIRST_BOXES.includes(box.type)) {
        return null;
      }
      isFragmented ||= FRAGMENT_BOXES.includes(box.type);
      const isLost = isFragmented && isZeroed(box) && !(await isBlankFrom(file, box.at));
      const at = isLost ? box.at : await zeroedInside(box, boxes);
      if (at !== null) {
        return `zeros in place of a box at ${at}`;
      }
    }
    return null;
  } finally {
    await file.close();
  }
}

/**
 * The position of zeros in place of one of the boxes that describe a fragment; null for none.
 * @param parents types of the boxes to look into, each within the one before it. A hostile file may
 *   nest a box in itself a million times.
 */
async function zeroedInside(
  { at, type, bytes }: Box,
  boxes: Boxes,
  [parent, ...parents]: readonly string[] = ['moof', 'traf'],
): Promise<number | null> {
  if (type !== parent) {
    return null;
  }
  for await (const inner of boxes.within(at + 8, at + bytes)) {
    const found = isZeroed(inner) ? inner.at : await zeroedInside(inner, boxes, parents);
    if (found !== null) {
      return found;
    }
  }
  return null;
}

function isZeroed({ type, bytes }: Box): boolean {
  return type === '\0\0\0\0' && bytes === 0;
}

async function isBlankFrom(file: FileHandle, from: number): Promise<boolean> {
  for (let at = from; ; at += EDGE_BYTES) {
    const bytes = await readAt(file, at, EDGE_BYTES);
    if (bytes.some((byte) => byte !== 0)) {
      return false;
    }
    if (bytes.length < EDGE_BYTES) {
      return true;
    }
  }
}

/** Boxes that an MP4 file or segment begins with (ISO/IEC 14496-12 §4.3, §8.16.2). */
const FIRST_BOXES = ['ftyp', 'styp'];
/** Boxes of a fragmented MP4 (ISO/IEC 14496-12 §8.8.4, §8.16.2, §8.16.3). */
const FRAGMENT_BOXES = ['moof', 'styp', 'sidx'];
/** Boxes that a media file needs, or that come before boxes that it needs (ISO/IEC 14496-12 §4.2). */
const MEDIA_BOXES = ['moov', 'moof', 'mdat', 'sidx'];
/**
 * Maximum number of boxes to visit. It is enough for six hours in half-second fragments of six
 * boxes each. Without a limit, a file that consists only of box headers would take hours.
 */
const MOST_BOXES = 300_000;
/** Size of a box header with a 64-bit size, in bytes (ISO/IEC 14496-12 §4.2). */
const HEAD_BYTES = 16;
const WINDOW_BYTES = 4096;
/** Size of a segment index without any rows, in bytes. */
const LEAST_SIDX_BYTES = 40;
const OGG_MARK = 'OggS';
/** The flag of a stream's last page (RFC 3533 §6). */
const OGG_END = 4;
/** How tags at the end of an audio file begin: ID3v1, ID3v2, APE. */
const TAGS = ['TAG', 'ID3', 'APETAGEX'];

async function missingOfMp4(file: FileHandle, size: number): Promise<string | null> {
  const boxes = new Boxes(file, MOST_BOXES);
  let declared = 0;
  for await (const box of boxes.within(0, size)) {
    const { at, type, bytes } = box;
    if (isZeroed(box)) {
      // Padding, or what is left of fragments that were lost.
      return shortOf(declared, at, 'sidx');
    }
    if (bytes < 8) {
      // The box extends to the end of the file. Or these are trailing bytes that some tools leave.
      return null;
    }
    if (at + bytes > size && MEDIA_BOXES.includes(type)) {
      return `${type} continues for ${at + bytes - size} bytes beyond the end`;
    }
    if (type === 'sidx' && declared === 0 && bytes >= LEAST_SIDX_BYTES) {
      declared = at + bytes + referencedBytes(await readAt(file, at, Math.min(bytes, 1 << 20)));
    }
  }
  return boxes.isSpent ? null : shortOf(declared, size, 'sidx');
}

interface Box {
  readonly at: number;
  readonly type: string;
  /** Includes the header. 0 if the box extends to the end of the file. */
  readonly bytes: number;
}

/** Reads the headers of boxes. Small boxes next to each other share one read. */
class Boxes {
  private window: Buffer = Buffer.alloc(0);
  private start = 0;

  /** @param left how many boxes may be visited */
  constructor(
    private readonly file: FileHandle,
    private left: number,
  ) {}

  /** True if there were more boxes than may be visited. */
  get isSpent(): boolean {
    return this.left < 0;
  }

  /** The boxes from one position to another, until one is too small to be followed by another. */
  async *within(from: number, to: number): AsyncGenerator<Box> {
    for (let at = from; at + 8 <= to;) {
      this.left -= 1;
      if (this.isSpent) {
        return;
      }
      const head = await this.headAt(at);
      if (head.length < 8) {
        return;
      }
      const short = head.readUInt32BE(0);
      const bytes = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short;
      yield { at, type: head.toString('latin1', 4, 8), bytes };
      if (bytes < 8) {
        return;
      }
      at += bytes;
    }
  }

  private async headAt(at: number): Promise<Buffer> {
    if (at < this.start || at + HEAD_BYTES > this.start + this.window.length) {
      [this.window, this.start] = [await readAt(this.file, at, WINDOW_BYTES), at];
    }
    return this.window.subarray(at - this.start, at - this.start + HEAD_BYTES);
  }
}

/**
 * The number of bytes following a segment index that the index refers to (ISO/IEC 14496-12
 * §8.16.3).
 */
function referencedBytes(sidx: Buffer): number {
  const [version, isLong] = [sidx.readUInt8(8), sidx.readUInt8(8) > 0];
  const offset = isLong ? Number(sidx.readBigUInt64BE(28)) : sidx.readUInt32BE(24);
  const rows = version > 0 ? 36 : 28;
  const count = sidx.readUInt16BE(rows + 2);
  let bytes = offset;
  for (let row = rows + 4; row < rows + 4 + count * 12 && row + 4 <= sidx.length; row += 12) {
    bytes += sidx.readUInt32BE(row) & 0x7fffffff;
  }
  return bytes;
}

function shortOf(declared: number, size: number, by: string): string | null {
  return declared > size ? `${by} declares ${declared - size} bytes more` : null;
}

/**
 * The last page must be complete (RFC 3533 §6). Recordings may lack its end-of-stream flag. Tags
 * may follow it, which players skip. Lost pages, in place of which the file has zeros, would not
 * follow the end of a stream.
 */
function missingOfOgg(tail: Buffer): string | null {
  const at = tail.lastIndexOf(OGG_MARK);
  if (at === -1 || tail.length < at + 27) {
    return 'the last Ogg page has no header';
  }
  const segments = tail.readUInt8(at + 26);
  const lacing = tail.subarray(at + 27, at + 27 + segments);
  const end = at + 27 + segments + lacing.reduce((sum, length) => sum + length, 0);
  if (end > tail.length) {
    return `the last Ogg page lacks ${end - tail.length} bytes`;
  }
  const rest = tail.toString('latin1', end);
  if (rest !== '' && OGG_MARK.startsWith(rest)) {
    return 'the file ends inside an Ogg page header';
  }
  const isLast = (tail.readUInt8(at + 5) & OGG_END) !== 0;
  return isLast || rest === '' || TAGS.some((mark) => rest.startsWith(mark))
    ? null
    : `${rest.length} bytes follow an Ogg page with no end-of-stream flag`;
}

/**
 * The first frame of an encoder-written MP3 states the size of the file (after "Xing" or "Info",
 * with flag 1 for the number of frames and flag 2 for the number of bytes). The file may be longer
 * than stated, because of tags or ads inserted by a podcast host.
 */
function missingOfMp3(frame: Buffer, size: number): string | null {
  const mark = ['Xing', 'Info'].map((name) => frame.indexOf(name)).find((at) => at > 0);
  if (
    mark === undefined ||
    frame.length < mark + 16 ||
    (frame.readUInt16BE(0) & 0xffe0) !== 0xffe0
  ) {
    return null;
  }
  const flags = frame.readUInt32BE(mark + 4);
  const hasFrames = (flags & 1) !== 0;
  if ((flags & 2) === 0) {
    return null;
  }
  const bytes = frame.readUInt32BE(mark + (hasFrames ? 12 : 8));
  return shortOf(bytes, size, 'Xing');
}

/** @returns the bytes at a position; fewer at the end of the file. */
async function readAt(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at);
  return buffer.subarray(0, bytesRead);
}
