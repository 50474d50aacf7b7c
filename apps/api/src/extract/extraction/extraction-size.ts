import { DomainError } from '../../infra/http/domain-error.js';
import type { StoredSource } from './extraction.entity.js';

/**
 * Characters of JSON that are kept of one page. The largest recorded ones need 60,000; hours of DASH
 * in many qualities, each with its list of segments, some millions. Each search could add as many
 * to the database.
 */
export const MAX_STORED_LENGTH = 8 * 1024 * 1024;

export function storedLength(source: StoredSource): number {
  return JSON.stringify(source).length;
}

/**
 * What is kept of a page that has much to say: conversions go first, then other languages, as each
 * repeats its streams, then subtitles.
 * @throws DomainError EXTRACT_FAILED where even the original is more than can be kept
 */
export function boundSource(source: StoredSource): StoredSource {
  if (storedLength(source) <= MAX_STORED_LENGTH) {
    return source;
  }
  // They come last: the places of the others stay what they were.
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
