import { children, type Element, elementIn, unsigned } from '../../inspection/webm/ebml.js';
import type { SegmentBytes } from '../../inspection/segment-bytes.js';
import { ID } from '../../inspection/webm/webm-segment.js';
import { ExcerptUnavailable } from '../byte-plan.js';

/** More element ids (RFC 9559 §5). */
const SEEK = { head: 0x114d9b74, entry: 0x4dbb, id: 0x53ab, position: 0x53ac } as const;
const CUES = { all: 0x1c53bb6b, point: 0xbb, time: 0xb3, track: 0xb7, number: 0xf7, cluster: 0xf1 };
const INFO = { scale: 0x2ad7b1, duration: 0x4489 } as const;
const TRACK = { entry: 0xae, number: 0xd7, type: 0x83, delay: 0x56aa } as const;
const ELEMENT_BYTES = 12;
const DEFAULT_SCALE_NS = 1_000_000;
/**
 * Maximum number of elements before a file's media, and of cues. A hostile file could have any
 * number.
 */
const MOST_ELEMENTS = 64;
const MOST_CUES = 500_000;
/**
 * Maximum size of a part of the header that is parsed at once, in bytes. In memory, each element
 * takes more than the two bytes that it has in the file.
 */
const MOST_HEAD_BYTES = 256 * 1024;
/** Maximum size of a cue point in bytes. A real one has a few dozen for each track. */
const MOST_POINT_BYTES = 16 * 1024;

/** An element and its position in the file, from the header on. */
export interface PlacedElement extends Element {
  readonly at: number;
}

/** The position of a key frame. The time is on the file's clock. */
export interface Cue {
  readonly seconds: number;
  /** Position of the key frame's cluster in the file. */
  readonly at: number;
  readonly track: number;
}

/** The header and the index of a Matroska file. */
export interface WebmHead {
  /** The segment element, which contains everything after it. */
  readonly segment: PlacedElement;
  readonly clustersAt: number;
  readonly clustersEnd: number;
  /** Indexes before the clusters. */
  readonly indexes: readonly PlacedElement[];
  /** In order of time. */
  readonly cues: readonly Cue[];
  /** Number of the video track; null if there is none. */
  readonly pictures: number | null;
  readonly trackCount: number;
  /** Null if the file doesn't give it. */
  readonly durationSeconds: number | null;
  readonly secondsPerTick: number;
  /**
   * The shortest delay of a track in seconds. Tracks are presented earlier than their timestamps by
   * their delay.
   */
  readonly delaySeconds: number;
}

/**
 * Reads the header and the index of a Matroska file.
 * @param mostCues maximum number of cues to read.
 * @throws ExcerptUnavailable for a file without cues; whatever `bytes` throws.
 */
export async function readWebmHead(bytes: SegmentBytes, mostCues = MOST_CUES): Promise<WebmHead> {
  const segment = await segmentIn(bytes);
  const end = Math.min(segment.end ?? bytes.size, bytes.size);
  const tops: PlacedElement[] = [];
  let clustersAt: number | null = null;
  for (let at = segment.start; clustersAt === null;) {
    const element = await elementAt(bytes, at);
    if (element.id === ID.cluster) {
      clustersAt = at;
    } else if (element.end === null || element.end > end || tops.length > MOST_ELEMENTS) {
      throw new ExcerptUnavailable('a head of unknown size');
    } else {
      tops.push(element);
      at = element.end;
    }
  }
  const contentsOf = async (id: number): Promise<Buffer> => {
    const found = tops.find((element) => element.id === id);
    if (found !== undefined && (found.end ?? Infinity) - found.start > MOST_HEAD_BYTES) {
      throw new ExcerptUnavailable('a head with too many elements');
    }
    return found === undefined ? Buffer.alloc(0) : contents(bytes, found);
  };
  const info = fieldsIn(Buffer.from(await contentsOf(ID.info)));
  const scale = unsigned(info.get(INFO.scale) ?? Buffer.alloc(0)) || DEFAULT_SCALE_NS;
  const secondsPerTick = scale / 1e9;
  const duration = info.get(INFO.duration);
  const tracks = tracksIn(Buffer.from(await contentsOf(ID.tracks)));
  const seek = Buffer.from(await contentsOf(SEEK.head));
  const cuesAt = tops.find(({ id }) => id === CUES.all)?.at ?? cuesPlace(seek, segment.start);
  if (cuesAt === null || cuesAt >= bytes.size) {
    throw new ExcerptUnavailable('no cues');
  }
  const cues = await elementAt(bytes, cuesAt);
  if (cues.id !== CUES.all) {
    throw new ExcerptUnavailable('no cues at the position that the head gives');
  }
  return {
    segment,
    clustersAt,
    clustersEnd: cuesAt > clustersAt ? Math.min(cuesAt, end) : end,
    indexes: tops.filter(({ id }) => id === SEEK.head || id === CUES.all),
    cues: cuesIn(await contents(bytes, cues), { base: segment.start, secondsPerTick, mostCues }),
    trackCount: tracks.length,
    pictures: tracks.find(({ type }) => type === 1)?.number ?? null,
    durationSeconds: duration === undefined ? null : floatIn(duration) * secondsPerTick,
    secondsPerTick,
    delaySeconds: tracks.length === 0 ? 0 : Math.min(...tracks.map(({ delay }) => delay)),
  };
}

/**
 * The element at a position.
 * @throws ExcerptUnavailable if there is none.
 */
export async function elementAt(bytes: SegmentBytes, at: number): Promise<PlacedElement> {
  const element = elementIn(await bytes.read(at, ELEMENT_BYTES), 0, at);
  if (element === null) {
    throw new ExcerptUnavailable(`no element at ${at}`);
  }
  return { ...element, at };
}

async function segmentIn(bytes: SegmentBytes): Promise<PlacedElement> {
  const ebml = await elementAt(bytes, 0);
  const segment = ebml.end === null ? ebml : await elementAt(bytes, ebml.end);
  if (segment.id !== ID.segment) {
    throw new ExcerptUnavailable('no segment');
  }
  return segment;
}

async function contents(bytes: SegmentBytes, { start, end }: PlacedElement): Promise<Buffer> {
  if (end === null || end > bytes.size) {
    throw new ExcerptUnavailable('a truncated element');
  }
  return bytes.read(start, end - start);
}

function fieldsIn(element: Buffer): Map<number, Buffer> {
  return new Map([...children(element)].map(({ id, contents: own }) => [id, own]));
}

function tracksIn(tracks: Buffer): { number: number; type: number; delay: number }[] {
  return [...children(tracks)]
    .filter(({ id }) => id === TRACK.entry)
    .map(({ contents: own }) => {
      const fields = fieldsIn(own);
      const field = (id: number): number => unsigned(fields.get(id) ?? Buffer.alloc(0));
      return {
        number: field(TRACK.number),
        type: field(TRACK.type),
        delay: field(TRACK.delay) / 1e9,
      };
    });
}

function cuesPlace(seek: Buffer, base: number): number | null {
  const entries = [...children(seek)].map(({ contents: own }) => fieldsIn(own));
  const cues = entries.find(
    (entry) => unsigned(entry.get(SEEK.id) ?? Buffer.alloc(0)) === CUES.all,
  );
  const position = cues?.get(SEEK.position);
  return position === undefined ? null : base + unsigned(position);
}

function cuesIn(
  table: Buffer,
  { base, secondsPerTick, mostCues }: { base: number; secondsPerTick: number; mostCues: number },
): Cue[] {
  const cues: Cue[] = [];
  let count = 0;
  for (const { id, contents: point } of children(table)) {
    count += 1;
    if (count > mostCues || cues.length > mostCues || point.length > MOST_POINT_BYTES) {
      throw new ExcerptUnavailable('cues of unknown size');
    }
    if (id !== CUES.point) {
      continue;
    }
    const parts = [...children(point)];
    const time = parts.find((part) => part.id === CUES.time)?.contents ?? Buffer.alloc(0);
    for (const part of parts.filter((one) => one.id === CUES.track)) {
      const fields = fieldsIn(part.contents);
      const [track, cluster] = [fields.get(CUES.number), fields.get(CUES.cluster)];
      if (track !== undefined && cluster !== undefined) {
        const seconds = unsigned(time) * secondsPerTick;
        cues.push({ seconds, at: base + unsigned(cluster), track: unsigned(track) });
      }
    }
  }
  return cues.sort((one, other) => one.seconds - other.seconds || one.at - other.at);
}

/** A Matroska float of 4 or 8 bytes; 0 if it is empty. */
export function floatIn(bytes: Buffer): number {
  return bytes.length === 8 ? bytes.readDoubleBE(0) : bytes.length === 4 ? bytes.readFloatBE(0) : 0;
}
