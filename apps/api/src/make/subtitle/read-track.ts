import type { SubtitleTrack } from '../../extract/source-info.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import type { MakeContext, SourcePage } from '../maker.port.js';
import { type Cue, type RawCue, tidyCues } from './cue.js';
import { decodeSubtitle } from './parse/decode-subtitle.js';
import { parseSubtitle } from './parse/parse-subtitle.js';
import { unrollCues } from './unroll-cues.js';
import { timestampMap } from './parse/parse-timed-lines.js';

/**
 * Maximum size of subtitles in bytes. This is enough for ten hours with a timestamp for every word.
 */
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

const TICKS_PER_SECOND = 90_000;
/** The 33-bit MPEG-2 clock wraps after about a day. */
const CLOCK_TICKS = 2 ** 33;

/**
 * The cues of all segments of an HLS playlist, relative to the first segment. A cue that crosses a
 * segment boundary is in both segments; `tidyCues` merges its copies.
 */
async function joinSegments(segments: readonly string[]): Promise<RawCue[]> {
  const cues: RawCue[] = [];
  let first: number | null = null;
  let before = 0;
  let shift = 0;
  for (const segment of segments) {
    const map = timestampMap(segment);
    if (map !== null) {
      const ticks = map.ticks < before - CLOCK_TICKS / 2 ? map.ticks + CLOCK_TICKS : map.ticks;
      before = Math.max(before, ticks);
      const offset = ticks / TICKS_PER_SECOND - map.local;
      first ??= offset;
      shift = offset - first;
    }
    for (const { start, end, text } of await parseSubtitle(segment)) {
      cues.push({ start: start + shift, end: end + shift, text });
    }
  }
  return cues;
}
