import { wishInQuery } from '@dipper/contract';
import { fileTypeName, shortTime } from '@dipper/media';
import type { TFunction } from 'i18next';
import type { KeptTask } from '../../entities/task/kept/kept-tasks.js';
import type { useTimeLeft } from '../../i18n/format/use-time-left.js';
import { secondsLeft, type TaskStanding } from './standing.js';

/**
 * Returns "720p" for "1280x720" in either orientation. Other descriptions are returned unchanged.
 */
function quality(resolution: string | null): string {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(resolution ?? '') ?? [];
  return width === undefined ? (resolution ?? '') : `${Math.min(Number(width), Number(height))}p`;
}

/** Returns the range of a clip, which shares its item's title; '' for other files. */
function clipWords({ path }: KeptTask, t: TFunction<'recentDownloads'>): string {
  const query = new URLSearchParams(path.slice(path.indexOf('?')));
  const wish = wishInQuery(query.get('recipe') ?? undefined);
  return wish?.kind === 'clip'
    ? t('clip', { start: shortTime(wish.start), end: shortTime(wish.end) })
    : '';
}

/** Returns a task's format: "720p MP4", "M4A"; '' if unknown. */
function formatWords({ resolution, ext, is_audio: isAudio }: KeptTask): string {
  return [isAudio ? '' : quality(resolution), fileTypeName(ext ?? '')].filter(Boolean).join(' ');
}

interface Words {
  readonly t: TFunction<'recentDownloads'>;
  readonly common: TFunction<'common'>;
  readonly timeLeft: ReturnType<typeof useTimeLeft>;
}

/**
 * Returns the line above a row's title: the task's state, followed by its format or the next
 * action.
 * @param standing the current state; undefined until the server responds, and the line then only
 * shows the format
 */
export function taskWords(
  task: KeptTask,
  { standing, nowMs }: { readonly standing: TaskStanding | undefined; readonly nowMs: number },
  { t, common, timeLeft }: Words,
): string {
  const format = [clipWords(task, t), formatWords(task)].filter(Boolean).join(' · ');
  const join = (...facts: readonly string[]) => facts.filter(Boolean).join(' · ');
  switch (standing?.kind) {
    case undefined:
      return format;
    case 'made': {
      const percent = t('percent', { percent: Math.floor(standing.progress) });
      return join(t('made'), standing.waits ? t('waits') : percent, format);
    }
    case 'ready':
      // Narrow rows cut off the end, so the time left, which matters most, comes before the format.
      return join(t('ready'), timeLeft(secondsLeft(standing, nowMs) ?? 0), format);
    case 'failed':
      return join(t('failed'), common('again'));
    case 'gone':
      return join(t('gone'), t('makeAgain'));
    case 'saved':
      return join(t('saved'), format);
    case 'cancelled':
      return join(t('cancelled'));
  }
}
