import { children, unsigned } from '../inspection/webm/ebml.js';
import type { SegmentBytes } from '../inspection/segment-bytes.js';
import { ID } from '../inspection/webm/webm-segment.js';
import { elementAt, floatIn } from '../excerpt/webm/webm-head.js';
import type { HeadFacts } from './head-facts.js';

/** More element ids (RFC 9559 §5.1). */
const DURATION = 0x4489;
const VIDEO = { settings: 0xe0, width: 0xb0, height: 0xba };
const DEFAULT_SCALE_NS = 1_000_000;
const MOST_ELEMENTS = 64;
/** Maximum size of a part of the header that is parsed at once, in bytes. */
const MOST_BYTES = 256 * 1024;

/**
 * Reads the facts from the header of a Matroska file. Unlike excerpts, they need no cues.
 * @throws ExcerptUnavailable for a malformed file; whatever `bytes` throws.
 */
export async function readWebmFacts(bytes: SegmentBytes): Promise<HeadFacts> {
  const ebml = await elementAt(bytes, 0);
  const segment = ebml.end === null ? ebml : await elementAt(bytes, ebml.end);
  let facts: HeadFacts = { seconds: null, width: null, height: null };
  for (let [at, count] = [segment.start, 0]; at < bytes.size && count < MOST_ELEMENTS; count += 1) {
    const { id, start, end } = await elementAt(bytes, at);
    if (id === ID.cluster || end === null) {
      break;
    }
    const isWanted = id === ID.info || id === ID.tracks;
    if (isWanted && end - start <= MOST_BYTES) {
      // Copied, because the bytes of a read are valid only until the next read.
      const contents = Buffer.from(await bytes.read(start, end - start));
      facts = { ...facts, ...(id === ID.info ? durationIn(contents) : pictureIn(contents)) };
    }
    at = end;
  }
  return facts;
}

function fieldsIn(contents: Buffer): Map<number, Buffer> {
  return new Map([...children(contents)].map(({ id, contents: own }) => [id, own]));
}

function durationIn(info: Buffer): Pick<HeadFacts, 'seconds'> {
  const fields = fieldsIn(info);
  const scale = unsigned(fields.get(ID.timestampScale) ?? Buffer.alloc(0)) || DEFAULT_SCALE_NS;
  const duration = fields.get(DURATION);
  return { seconds: duration === undefined ? null : (floatIn(duration) * scale) / 1e9 };
}

function pictureIn(tracks: Buffer): Partial<HeadFacts> {
  for (const { id, contents } of children(tracks)) {
    const settings = id === ID.trackEntry ? fieldsIn(contents).get(VIDEO.settings) : undefined;
    if (settings !== undefined) {
      const fields = fieldsIn(settings);
      const pixels = (field: number): number => unsigned(fields.get(field) ?? Buffer.alloc(0));
      return { width: pixels(VIDEO.width), height: pixels(VIDEO.height) };
    }
  }
  return {};
}
