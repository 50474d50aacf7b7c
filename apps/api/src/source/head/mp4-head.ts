import { type Box, boxesOf } from '../inspection/mp4/mp4-box.js';
import type { SegmentBytes } from '../inspection/segment-bytes.js';
import { readSidx } from '../excerpt/mp4/sidx.js';
import type { HeadFacts } from '../media/media-job.js';

/** Maximum number of boxes on one level. A hostile file could have any number. */
const MOST_BOXES = 64;
/** Larger indexes, in bytes, are not worth reading. */
const MOST_INDEX_BYTES = 256 * 1024;
/** An index covers all fragments only if they reach at least this share of the file. */
const WHOLE = 0.95;
const [HEADER_BYTES, TRACK_BYTES] = [32, 96];
const NO_DURATION = 0xffffffff;

interface Movie extends HeadFacts {
  /** True if the samples are in fragments, which the duration of the movie may not include. */
  readonly isFragmented: boolean;
}

/**
 * Reads the facts from the headers of an MP4 (ISO 14496-12 §8). Skips the sample tables, which may
 * have millions of entries.
 * @throws MalformedSegment or RangeError; whatever `bytes` throws.
 */
export async function readMp4Head(bytes: SegmentBytes): Promise<HeadFacts> {
  let movie: Movie | null = null;
  for await (const box of boxesOf(bytes, MOST_BOXES)) {
    if (box.type === 'moov') {
      movie = await movieIn(bytes, box);
    } else if (box.type === 'sidx' && movie !== null) {
      return { ...movie, seconds: movie.seconds ?? (await indexedSeconds(bytes, box)) };
    }
    const isMedia = box.type === 'mdat' || box.type === 'moof';
    if (movie !== null && (isMedia || !movie.isFragmented || movie.seconds !== null)) {
      break;
    }
  }
  return movie ?? { seconds: null, width: null, height: null };
}

async function movieIn(bytes: SegmentBytes, moov: Box): Promise<Movie> {
  let [timescale, ticks, fragmentTicks] = [0, 0, 0];
  let isFragmented = false;
  let picture = { width: 0, height: 0 };
  try {
    for await (const box of boxesOf(bytes, MOST_BOXES, moov)) {
      switch (box.type) {
        case 'mvhd': {
          const header = await bytes.read(box.start, HEADER_BYTES);
          timescale = header.readUInt32BE(header[0] === 1 ? 20 : 12);
          ticks = ticksAt(header, header[0] === 1 ? 24 : 16);
          break;
        }
        case 'mvex': {
          isFragmented = true;
          const found = await firstChild(bytes, box, 'mehd');
          fragmentTicks = found === null ? 0 : ticksAt(await bytes.read(found.start, 12), 4);
          break;
        }
        case 'trak': {
          const found = await firstChild(bytes, box, 'tkhd');
          const size = found && shownSize(await bytes.read(found.start, TRACK_BYTES));
          // Subtitle tracks have dimensions too, but the video's are the largest.
          if (size && size.width * size.height > picture.width * picture.height) {
            picture = size;
          }
          break;
        }
      }
    }
  } catch {
    // Keep what was found so far. A later track may exceed the budget.
  }
  const all = isFragmented ? fragmentTicks : ticks;
  const { width, height } = picture;
  return {
    isFragmented,
    seconds: timescale === 0 || all === 0 ? null : all / timescale,
    ...(width > 0 ? { width, height } : { width: null, height: null }),
  };
}

async function firstChild(bytes: SegmentBytes, parent: Box, type: string): Promise<Box | null> {
  for await (const box of boxesOf(bytes, MOST_BOXES, parent)) {
    if (box.type === type) {
      return box;
    }
  }
  return null;
}

/**
 * Reads a duration of 32 bits, or of 64 bits in version 1 of a box.
 * @returns 0 if it is unknown.
 */
function ticksAt(contents: Buffer, at: number): number {
  if (contents[0] === 1) {
    const ticks = contents.readBigUInt64BE(at);
    return ticks > BigInt(Number.MAX_SAFE_INTEGER) ? 0 : Number(ticks);
  }
  const ticks = contents.readUInt32BE(at);
  return ticks === NO_DURATION ? 0 : ticks;
}

/**
 * The size at which a track is displayed. Width and height are swapped if its matrix rotates it.
 */
function shownSize(header: Buffer): { width: number; height: number } {
  const later = header[0] === 1 ? 12 : 0;
  const [width, height] = [76, 80].map((at) => Math.round(header.readUInt32BE(at + later) / 65536));
  const size = { width: width ?? 0, height: height ?? 0 };
  const isTurned = header.readInt32BE(40 + later) === 0 && header.readInt32BE(44 + later) !== 0;
  return isTurned ? { width: size.height, height: size.width } : size;
}

/** The duration of all fragments in seconds; null if the index does not cover all of them. */
async function indexedSeconds(bytes: SegmentBytes, { start, end }: Box): Promise<number | null> {
  if (end - start > MOST_INDEX_BYTES) {
    return null;
  }
  const index = readSidx(await bytes.read(start, end - start), end);
  const last = index?.pieces.at(-1);
  return last === undefined || last.end < bytes.size * WHOLE ? null : last.to;
}
