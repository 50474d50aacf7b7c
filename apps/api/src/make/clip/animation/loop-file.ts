import { readFile } from 'node:fs/promises';

/** Contents of a GIF or an animated WebP. */
interface Loop {
  readonly frames: number;
  readonly seconds: number;
  readonly width: number;
  readonly height: number;
  /** True if the animation repeats forever. */
  readonly isEndless: boolean;
}

/**
 * Parses a GIF or WebP that we wrote, because ffmpeg 5.1 cannot demux animated WebP. A still image
 * counts as a loop of one frame with any duration.
 * @returns null if the file is neither, or is truncated.
 */
export async function loopOf(path: string): Promise<Loop | null> {
  const bytes = await readFile(path);
  try {
    return bytes.toString('latin1', 0, 4) === 'RIFF' ? webpLoop(bytes) : gifLoop(bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_OUT_OF_RANGE') {
      return null;
    }
    throw error;
  }
}

/** WebP chunks (RFC 9649 §2.7). */
function webpLoop(bytes: Buffer): Loop | null {
  if (bytes.readUInt32LE(4) + 8 !== bytes.length || bytes.toString('latin1', 8, 12) !== 'WEBP') {
    return null;
  }
  let loop = null as Loop | null;
  for (let at = 12; at < bytes.length;) {
    const [type, size] = [bytes.toString('latin1', at, at + 4), bytes.readUInt32LE(at + 4)];
    const body = at + 8;
    if (type === 'VP8X') {
      const [width, height] = [
        bytes.readUIntLE(body + 4, 3) + 1,
        bytes.readUIntLE(body + 7, 3) + 1,
      ];
      loop = { frames: 0, seconds: 0, width, height, isEndless: false };
    } else if (type === 'ANIM' && loop !== null) {
      loop = { ...loop, isEndless: bytes.readUInt16LE(body + 4) === 0 };
    } else if (type === 'ANMF' && loop !== null) {
      const seconds = loop.seconds + bytes.readUIntLE(body + 12, 3) / 1000;
      loop = { ...loop, frames: loop.frames + 1, seconds };
    }
    at = body + size + (size % 2);
  }
  return loop?.frames === 0 ? null : loop;
}

/** GIF89a blocks (W3C, "Graphics Interchange Format", §17 to §27). */
function gifLoop(bytes: Buffer): Loop | null {
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) {
    return null;
  }
  const [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  let [frames, hundredths, isEndless] = [0, 0, false];
  let at = 13 + tableBytes(bytes.readUInt8(10));
  while (bytes.readUInt8(at) !== 0x3b) {
    if (bytes.readUInt8(at) === 0x21) {
      const label = bytes.readUInt8(at + 1);
      hundredths += label === 0xf9 ? bytes.readUInt16LE(at + 4) : 0;
      const isLoop = label === 0xff && bytes.toString('latin1', at + 3, at + 14) === 'NETSCAPE2.0';
      isEndless ||= isLoop && bytes.readUInt16LE(at + 16) === 0;
      at = afterBlocks(bytes, at + 2);
    } else if (bytes.readUInt8(at) === 0x2c) {
      frames += 1;
      at = afterBlocks(bytes, at + 11 + tableBytes(bytes.readUInt8(at + 9)));
    } else {
      return null;
    }
  }
  return frames === 0 ? null : { frames, seconds: hundredths / 100, width, height, isEndless };
}

function tableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

function afterBlocks(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes.readUInt8(at) !== 0) {
    at += bytes.readUInt8(at) + 1;
  }
  return at + 1;
}
