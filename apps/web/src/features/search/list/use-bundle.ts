import {
  ACCOUNT_LANGUAGES,
  type ListEntry,
  type ListInfo,
  type ListQuality,
  previewPath,
  startMergePath,
  type Wish,
} from '@dipper/contract';
import { useTranslation } from '../../../i18n/use-translation.js';
import { leaveEntryTitles } from '../../../entities/media/handover/page-facts.js';
import { type CreatingTask, useCreateTask } from '../../../entities/task/use-create-task.js';

interface Bundle extends Pick<CreatingTask, 'creating'> {
  /** Prepares a zip of entries and opens its page. */
  readonly make: (entries: readonly string[], quality: ListQuality) => void;
}

function titlesOf(entries: readonly ListEntry[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    entries.flatMap(({ id, title }) => (title === null ? [] : [[id, title]])),
  );
}

/**
 * Creates a zip of a list's entries. The preview page prepares it.
 * @param listed the entries with the titles known so far
 */
export function useBundle(list: ListInfo, listed: readonly ListEntry[]): Bundle {
  const { t, i18n } = useTranslation('list');
  const { creating, make } = useCreateTask();
  return {
    creating,
    make: (entries, quality) => {
      const language = ACCOUNT_LANGUAGES.find((tag) => tag === i18n.language);
      const wish: Wish = { kind: 'bundle', entries: [...entries], quality, language };
      make('bundle', { offerId: list.task_id, wish }, ({ task_id, filename }) => {
        leaveEntryTitles(task_id, titlesOf(listed));
        const { webpage_url: source_url, thumbnail_url } = list;
        return previewPath({
          url: startMergePath(task_id),
          // Links that were pasted together have no title.
          title: source_url === null ? t('pasted', { count: list.entries.length }) : list.title,
          ...{ filename, source_url, thumbnail_url },
        });
      });
    },
  };
}
