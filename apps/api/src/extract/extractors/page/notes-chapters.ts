import type { Chapter } from '../../source-info.js';
import { clockSeconds } from './durations.js';

/** The maximum number of chapters. A longer list is not a table of contents. */
export const MAX_CHAPTERS = 500;

/**
 * Matches a trimmed line such as `03:20 topic`, `[1:02:03] - topic`, `· 03:20–05:10 topic` or
 * `（03:20）topic`. The title takes the rest of the line, so the match never backtracks.
 */
const LINE =
  /^[^\p{L}\p{N}]*((?:\d{1,2}[:：])?\d{1,3}[:：]\d{2})(?!\d)(?:\s*[-–—~～至]\s*(?:\d{1,2}[:：])?\d{1,3}[:：]\d{2})?\s*[\])）】>]?[\s\-–—|:：.、·]*(\S.*)$/su;

/**
 * The chapters in show notes, where each line has a time and a title.
 * @param notes plain text
 * @param durationSeconds the item's duration, if known; no chapter starts after its end
 * @returns an empty list if fewer than two lines match, or if their times don't increase, because
 * the lines are then something else
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
