import type { HistoryRecord } from '@dipper/contract';
import { canonicalPageUrl } from '@dipper/media';

/** What two reports of one download have in common. */
export type DownloadReport = Pick<HistoryRecord, 'url' | 'format'> & {
  readonly quality?: string | null | undefined;
};

/** A row that a report may refer to. */
export interface RecordedDownload extends DownloadReport {
  readonly taskId: string | null;
  /** When its page last reported it, seconds ago; null when only its task's start did. */
  readonly postedSecondsAgo: number | null;
}

/** A page may repeat its report: a second click, a reload, another tab. */
const SAME_SECONDS = 60;

/**
 * Whether a report without a task is about a saved download: one whose task no page has reported
 * yet, or one just reported.
 */
export function matchesPost(kept: RecordedDownload, post: DownloadReport): boolean {
  const isOpen =
    kept.postedSecondsAgo === null ? kept.taskId !== null : kept.postedSecondsAgo < SAME_SECONDS;
  return isOpen && isSame(kept, post);
}

/** Whether a task made the download that a page has just reported without naming a task. */
export function matchesTask(kept: RecordedDownload, task: DownloadReport): boolean {
  const { taskId, postedSecondsAgo } = kept;
  return (
    taskId === null &&
    postedSecondsAgo !== null &&
    postedSecondsAgo < SAME_SECONDS &&
    isSame(kept, task)
  );
}

function isSame(one: DownloadReport, other: DownloadReport): boolean {
  return (
    one.format === other.format &&
    canonicalPageUrl(one.url) === canonicalPageUrl(other.url) &&
    isSameQuality(one.quality ?? '', other.quality ?? '')
  );
}

/**
 * Page and server may name one quality differently: "1080p" is "1080p MP4", but not "Clip
 * 0:10-0:20, 1080p MP4". If one says nothing, they count as equal.
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

/** Words that may be omitted: file types and implied words. */
const isType = (word: string): boolean => /^(?:[a-z][a-z\d]{1,3}|audio|video)$/.test(word);

function words(quality: string): Set<string> {
  const plain = quality.toLowerCase().replace(/(\d)\s*k(?:bit\/s|bps)\b/g, '$1k');
  return new Set(plain.split(/[\s,()]+/).filter(Boolean));
}
