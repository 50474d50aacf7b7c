import { type FileHandle, open } from 'node:fs/promises';
import { id3Bytes } from '../../source/inspection/sound/id3.js';

const CHUNK_BYTES = 1024 * 1024;
/** Size of the longest tag header, in bytes. */
const OVERLAP = 32;
/** Size of an ID3v1 tag, in bytes. They occur inside a file when podcasts are stitched together. */
const ID3V1_BYTES = 128;
/**
 * Maximum number of tags to look behind, each of which takes a read. Podcasts have a few dozen, but
 * a hostile file may consist of nothing else. At most 2000 missed headers are ever reported.
 */
const MOST_TAGS = 4000;

/**
 * Counts the missed frame headers that are due to tags inside an MP3 (ID3v2, ID3v1, APE), which are
 * not damage. Each tag that is followed by audio or by the end of the file causes one, whatever its
 * size (measured with ffmpeg 5.1 and tags of 100 bytes to 120 KB). Tags beyond the first 4000 are
 * ignored.
 */
export async function countTagMisses(path: string, signal: AbortSignal): Promise<number> {
  const file = await open(path, 'r');
  const buffer = Buffer.alloc(CHUNK_BYTES);
  let [misses, tags] = [0, 0];
  try {
    const { size } = await file.stat();
    for (let at = 0; at < size; at += CHUNK_BYTES - OVERLAP) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, at);
      for (const start of marksIn(buffer.subarray(0, bytesRead))) {
        // A tag at the very start causes no miss, because no audio is expected there.
        const bytes = at + start === 0 ? 0 : tagBytes(buffer.subarray(start, bytesRead));
        if (bytes === 0) {
          continue;
        }
        tags += 1;
        if (tags > MOST_TAGS) {
          return misses;
        }
        misses += (await isFollowedBySound(file, at + start + bytes, size)) ? 1 : 0;
      }
    }
  } finally {
    await file.close();
  }
  return misses;
}

/** Offsets where tags may begin, except in the overlap, which is also part of the next chunk. */
function marksIn(chunk: Buffer): number[] {
  const end = chunk.length === CHUNK_BYTES ? chunk.length - OVERLAP : chunk.length;
  return ['ID3', 'TAG', 'APETAGEX'].flatMap((mark) => {
    const found: number[] = [];
    for (let at = chunk.indexOf(mark); at !== -1 && at < end; at = chunk.indexOf(mark, at + 1)) {
      found.push(at);
    }
    return found;
  });
}

/** Size of the tag at the start of a buffer in bytes; 0 if it isn't a tag. */
function tagBytes(head: Buffer): number {
  if (head.length < OVERLAP) {
    return head.toString('latin1', 0, 3) === 'TAG' ? ID3V1_BYTES : 0;
  }
  if (head.toString('latin1', 0, 3) === 'TAG') {
    return ID3V1_BYTES;
  }
  if (head.toString('latin1', 0, 3) === 'ID3') {
    const isTag = head.readUInt8(3) <= 4 && head.subarray(6, 10).every((byte) => byte < 128);
    return isTag ? id3Bytes(head) : 0;
  }
  // The size in an APE header covers the items and the footer, but not the header's own 32 bytes.
  return head.readUInt32LE(12) + 32;
}

async function isFollowedBySound(file: FileHandle, at: number, size: number): Promise<boolean> {
  if (at >= size) {
    return at === size;
  }
  const next = (await file.read(Buffer.alloc(8), 0, 8, at)).buffer;
  const isFrame = (next.readUInt16BE(0) & 0xffe0) === 0xffe0;
  return isFrame || /^(ID3|TAG|APETAGEX)/.test(next.toString('latin1'));
}
