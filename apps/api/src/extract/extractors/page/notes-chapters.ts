import type { Chapter } from '../../source-info.js';
import { clockSeconds } from './durations.js';

/** A longer list is not a table of contents. */
export const MAX_CHAPTERS = 500;

/**
 * For trimmed lines: the title takes the rest of the line, so the match never backtracks. `03:20
 * topic`, `[1:02:03] - topic`, `· 03:20–05:10 topic`, `（03:20）topic`.
 */
const LINE =
  /^[^\p{L}\p{N}]*((?:\d{1,2}[:：])?\d{1,3}[:：]\d{2})(?!\d)(?:\s*[-–—~～至]\s*(?:\d{1,2}[:：])?\d{1,3}[:：]\d{2})?\s*[\])）】>]?[\s\-–—|:：.、·]*(\S.*)$/su;

/**
 * Chapters listed in show notes, one a line, each with its time in front.
 * @param notes plain text.
 * @param durationSeconds of the item, if known: no chapter starts after its end.
 * @returns none if fewer than two lines match or their times don't increase: then they are something
 *   else.
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
