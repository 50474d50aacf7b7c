import type { RawCue } from '../cue.js';
import { parseAss } from './parse-ass.js';
import { parseJsonCues } from './parse-json.js';
import { isWebVtt, parseSubRip, parseWebVtt } from './parse-timed-lines.js';
import { parseXml } from './parse-xml.js';

/**
 * Parses subtitles. Their format is detected from the text, because the names and media types that
 * sites give are often wrong.
 * @returns no cues if the text isn't in a subtitle format.
 * @throws DomainError EXTRACT_FAILED for a document that is nested too deeply.
 */
export async function parseSubtitle(given: string): Promise<RawCue[]> {
  const text = given.replace(/^\uFEFF/, '').trimStart();
  if (isWebVtt(text)) {
    return parseWebVtt(text);
  }
  if (text.startsWith('<')) {
    return parseXml(text);
  }
  if (text.startsWith('{') && !text.startsWith('{\\')) {
    return parseJsonCues(text);
  }
  return /^\[(script info|events|v4\+? styles)\]/im.test(text.slice(0, 10_000))
    ? parseAss(text)
    : parseSubRip(text);
}
