import type { Chapter } from '../../source-info.js';
import { clockSeconds } from './durations.js';

/** More are no table of contents. */
export const MAX_CHAPTERS = 500;

/** Trimmed lines, so that whatever comes last is the title: nothing is tried twice. `03:20 topic`, `[1:02:03] - topic`, `· 03:20–05:10 topic`, `（03:20）topic`. */
const LINE =
  /^[^\p{L}\p{N}]*((?:\d{1,2}[:：])?\d{1,3}[:：]\d{2})(?!\d)(?:\s*[-–—~～至]\s*(?:\d{1,2}[:：])?\d{1,3}[:：]\d{2})?\s*[\])）】>]?[\s\-–—|:：.、·]*(\S.*)$/su;

/**
 * Chapters that show notes list, one a line with its time before it.
 * @param notes plain text.
 * @param durationSeconds of the item, where known: nothing begins after its end.
 * @returns none when fewer than two lines name one, or when their times do not rise: those are of
 *   something else.
 */
export function notesChapters(
  notes: string | null,
  durationSeconds: number | null = null,
): Chapter[] {
  const chapters = (notes ?? '').split('\n').flatMap((line) => {
    const [, time, title] = LINE.exec(line.slice(0, 500).trimEnd()) ?? [];
    const startSeconds = clockSeconds(time);
    return startSeconds === null || title === undefined ? [] : [{ title, startSeconds }];
  });
  const rises = chapters.every(
    ({ startSeconds }, at) => at === 0 || startSeconds > (chapters[at - 1]?.startSeconds ?? 0),
  );
  const fits = (chapters.at(-1)?.startSeconds ?? 0) < (durationSeconds ?? Infinity);
  return rises && fits && chapters.length >= 2 ? chapters.slice(0, MAX_CHAPTERS) : [];
}
