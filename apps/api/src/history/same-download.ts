import type { HistoryRecord } from '@dipper/contract';
import { canonicalPageUrl } from '@dipper/media';

/** What two tellings of one download have in common. */
export type Telling = Pick<HistoryRecord, 'url' | 'format'> & {
  readonly quality?: string | null | undefined;
};

/** A row that a telling may be of. */
export interface Kept extends Telling {
  readonly taskId: string | null;
  /** When a page last told of it, seconds ago; null where only the start of its task did. */
  readonly postedSecondsAgo: number | null;
}

/** A page tells again of what it has told of: a second click, a reload, another tab. */
const SAME_SECONDS = 60;

/**
 * Whether a page that names no task tells of a download that is kept: of a task that no page has
 * told of yet, or of one that it has just told of.
 */
export function isOfPost(kept: Kept, post: Telling): boolean {
  const isOpen =
    kept.postedSecondsAgo === null ? kept.taskId !== null : kept.postedSecondsAgo < SAME_SECONDS;
  return isOpen && isSame(kept, post);
}

/** Whether a task is what a page has just told of, naming no task. */
export function isOfTask(kept: Kept, task: Telling): boolean {
  const { taskId, postedSecondsAgo } = kept;
  return (
    taskId === null &&
    postedSecondsAgo !== null &&
    postedSecondsAgo < SAME_SECONDS &&
    isSame(kept, task)
  );
}

function isSame(one: Telling, other: Telling): boolean {
  return (
    one.format === other.format &&
    canonicalPageUrl(one.url) === canonicalPageUrl(other.url) &&
    isSameQuality(one.quality ?? '', other.quality ?? '')
  );
}

/**
 * Pages and server may name one quality differently: "1080p" is "1080p MP4", and not
 * "Clip 0:10-0:20, 1080p MP4". Where one says nothing, there is nothing to tell them apart by.
 */
function isSameQuality(one: string, other: string): boolean {
  if (one.trim() === '' || other.trim() === '') {
    return true;
  }
  const [a, b] = [one, other].map(words) as [Set<string>, Set<string>];
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  return (
    [...few].every((word) => many.has(word)) && [...many].every((w) => few.has(w) || isType(w))
  );
}

/** What may be left out: types of files, and what goes without saying. */
const isType = (word: string): boolean => /^(?:[a-z][a-z\d]{1,3}|audio|video)$/.test(word);

function words(quality: string): Set<string> {
  const plain = quality.toLowerCase().replace(/(\d)\s*k(?:bit\/s|bps)\b/g, '$1k');
  return new Set(plain.split(/[\s,()]+/).filter(Boolean));
}
