import type { HistoryRecord } from '@dipper/contract';
import { canonicalPageUrl } from '@dipper/media';

type DownloadReport = Pick<HistoryRecord, 'url' | 'format'> & {
  readonly quality?: string | null | undefined;
};

/** A saved download that a report may be about. */
export interface RecordedDownload extends DownloadReport {
  readonly taskId: string | null;
  /**
   * Seconds since the page last reported the download. Null if only the start of its task was
   * recorded.
   */
  readonly postedSecondsAgo: number | null;
}

/**
 * The number of seconds during which a page may report the same download again, after a second
 * click, after a reload, or in another tab.
 */
const SAME_SECONDS = 60;

/**
 * True if a report without a task is about this saved download: its task has not been reported by a
 * page yet, or a page has just reported it.
 */
export function matchesPost(kept: RecordedDownload, post: DownloadReport): boolean {
  const isOpen =
    kept.postedSecondsAgo === null ? kept.taskId !== null : kept.postedSecondsAgo < SAME_SECONDS;
  return isOpen && isSame(kept, post);
}

/** True if this task made a download that a page has just reported without a task id. */
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
 * True if two names mean the same quality. The page and the server may describe one quality
 * differently: "1080p" is "1080p MP4", but not "Clip 0:10-0:20, 1080p MP4". An empty name matches
 * any other.
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

/** Words that one of the names may leave out: file types, "audio" and "video". */
const isType = (word: string): boolean => /^(?:[a-z][a-z\d]{1,3}|audio|video)$/.test(word);

function words(quality: string): Set<string> {
  const plain = quality.toLowerCase().replace(/(\d)\s*k(?:bit\/s|bps)\b/g, '$1k');
  return new Set(plain.split(/[\s,()]+/).filter(Boolean));
}
