import { DomainError } from '../../infra/errors/domain-error.js';
import type { StoredSource } from './extraction.entity.js';

/**
 * The maximum size of a stored page, in characters of JSON. The largest recorded page needs 60,000.
 * Hours of DASH in many qualities, each with its own list of segments, need a few million. Without
 * a limit, each submitted link could add any amount to the database.
 */
export const MAX_STORED_LENGTH = 8 * 1024 * 1024;

/** The size of a page in characters of JSON. @throws RangeError for half a GB; call `fits` first */
export function storedLength(source: StoredSource): number {
  return JSON.stringify(source).length;
}

/**
 * True if a page is small enough to be stored. The segments are counted first, so that a huge page
 * is never serialized.
 */
function fits(source: StoredSource): boolean {
  return segmentsLength(source) <= MAX_STORED_LENGTH && storedLength(source) <= MAX_STORED_LENGTH;
}

/**
 * The total length of the segment URLs in characters. Each offer repeats the URLs of its streams.
 */
function segmentsLength({ offers }: StoredSource): number {
  const known = new Map<readonly string[], number>();
  const lengthOf = (segments: readonly string[]): number => {
    const length = known.get(segments) ?? segments.reduce((sum, url) => sum + url.length, 0);
    known.set(segments, length);
    return length;
  };
  return offers
    .flatMap(({ main, sound }) => [main.segments ?? [], sound?.segments ?? []])
    .reduce((sum, segments) => sum + lengthOf(segments), 0);
}

/**
 * Removes parts of a page that is too large to be stored: conversions first, then other languages
 * (each repeats the streams), then subtitles.
 * @throws DomainError EXTRACT_FAILED if the original formats alone exceed the limit
 */
export function boundSource(source: StoredSource): StoredSource {
  if (fits(source)) {
    return source;
  }
  // Conversions come last, so removing them does not change the indexes of the other offers.
  const unconverted = source.offers.filter(({ convert }) => (convert ?? null) === null);
  const asItIs = { ...source, offers: unconverted };
  if (fits(asItIs)) {
    return asItIs;
  }
  const originals = unconverted.filter(({ language }) => (language ?? null) === null);
  const inOwnLanguage = { ...source, offers: originals };
  if (fits(inOwnLanguage)) {
    return inOwnLanguage;
  }
  const bounded = { ...inOwnLanguage, info: { ...source.info, subtitles: [] } };
  if (!fits(bounded)) {
    throw new DomainError('EXTRACT_FAILED', { cause: `more than ${MAX_STORED_LENGTH} characters` });
  }
  return bounded;
}
