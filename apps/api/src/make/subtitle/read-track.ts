import type { SubtitleTrack } from '../../extract/source-info.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import type { MakeContext, SourcePage } from '../maker.port.js';
import { type Cue, type RawCue, tidyCues } from './cue.js';
import { decodeSubtitle } from './parse/decode-subtitle.js';
import { joinSegments } from './parse/join-segments.js';
import { parseSubtitle } from './parse/parse-subtitle.js';
import { unrollCues } from './unroll-cues.js';

/** Maximum size of subtitles in bytes. It is enough for ten hours with a time for every word. */
export const MAX_SUBTITLE_BYTES = 10 * 1024 * 1024;

/**
 * The cues of a track, from the first of its files that has any. The files' URLs expire; if none of
 * them works, the page is read again.
 * @throws DomainError SUBTITLES_GONE if the page no longer has the subtitles; whatever `readAgain`
 *   throws.
 */
export async function readTrack(
  track: SubtitleTrack,
  page: SourcePage,
  context: Pick<MakeContext, 'readPieces' | 'readAgain'>,
): Promise<Cue[]> {
  const cues = await firstCues(track, page, context);
  if (cues !== null) {
    return cues;
  }
  const { subtitles = [] } = await context.readAgain(page);
  const renewed = subtitles.find(
    ({ language, machine }) => language === track.language && machine === track.machine,
  );
  const found = renewed === undefined ? null : await firstCues(renewed, page, context);
  if (found === null) {
    throw new DomainError('SUBTITLES_GONE');
  }
  return found;
}

async function firstCues(
  { files, language }: SubtitleTrack,
  page: SourcePage,
  context: Pick<MakeContext, 'readPieces'>,
): Promise<Cue[] | null> {
  for (const file of files) {
    const pieces = await context.readPieces(file, page, MAX_SUBTITLE_BYTES);
    const texts = (pieces ?? []).map((bytes) => decodeSubtitle(bytes, language));
    const cues = unrollCues(await tidyCues(await parsed(texts), page.durationSeconds));
    if (cues.length > 0) {
      return cues;
    }
  }
  return null;
}

/** Text that can't be parsed is treated as text without cues. */
async function parsed(texts: readonly string[]): Promise<RawCue[]> {
  const [only = '', second] = texts;
  try {
    return await (second === undefined ? parseSubtitle(only) : joinSegments(texts));
  } catch {
    return [];
  }
}
