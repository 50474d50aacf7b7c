import { DomainError } from '../../infra/http/domain-error.js';
import type { StoredSource } from './extraction.entity.js';

/**
 * Most characters of JSON stored for one page. The largest recorded page needs 60,000; hours of DASH in
 * many qualities, each with its list of segments, need some millions. Every search could add this much
 * to the database.
 */
export const MAX_STORED_LENGTH = 8 * 1024 * 1024;

export function storedLength(source: StoredSource): number {
  return JSON.stringify(source).length;
}

/**
 * Shrinks what is stored of a very large page: drops conversions first, then other languages (each
 * repeats the streams), then subtitles.
 * @throws DomainError EXTRACT_FAILED if the originals alone exceed the limit
 */
export function boundSource(source: StoredSource): StoredSource {
  if (storedLength(source) <= MAX_STORED_LENGTH) {
    return source;
  }
  // Conversions come last, so the other offers keep their indexes.
  const unconverted = source.offers.filter(({ convert }) => (convert ?? null) === null);
  const asItIs = { ...source, offers: unconverted };
  if (storedLength(asItIs) <= MAX_STORED_LENGTH) {
    return asItIs;
  }
  const originals = unconverted.filter(({ language }) => (language ?? null) === null);
  const inOwnLanguage = { ...source, offers: originals };
  if (storedLength(inOwnLanguage) <= MAX_STORED_LENGTH) {
    return inOwnLanguage;
  }
  const bounded = { ...inOwnLanguage, info: { ...source.info, subtitles: [] } };
  if (storedLength(bounded) > MAX_STORED_LENGTH) {
    throw new DomainError('EXTRACT_FAILED', { cause: `more than ${MAX_STORED_LENGTH} characters` });
  }
  return bounded;
}
