import {
  ACCOUNT_LANGUAGES,
  type ListEntry,
  type ListInfo,
  type ListQuality,
  previewPath,
  startMergePath,
  type Wish,
} from '@dipper/contract';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useErrorWords } from '../../../i18n/errors/use-error-words.js';
import { useTranslation } from '../../../i18n/use-translation.js';
import { ApiFailure } from '../../../lib/api/api-failure.js';
import { leaveEntryTitles } from '../../../entities/media/handover/entry-titles.js';
import { createTask } from '../../../entities/task/create-task.js';

interface Bundle {
  readonly busy: boolean;
  /** Why the zip could not be created; null without a failure. */
  readonly error: string | null;
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
  const wordsOf = useErrorWords();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const asked = useRef<AbortController | null>(null);
  useEffect(() => () => asked.current?.abort(), []);

  const ask = async (entries: readonly string[], quality: ListQuality, signal: AbortSignal) => {
    try {
      const language = ACCOUNT_LANGUAGES.find((tag) => tag === i18n.language);
      const wish: Wish = { kind: 'bundle', entries: [...entries], quality, language };
      const { task_id, filename } = await createTask({ offerId: list.task_id, wish }, signal);
      const { webpage_url: source_url, thumbnail_url } = list;
      // Links that were pasted together have no title.
      const title = source_url === null ? t('pasted', { count: list.entries.length }) : list.title;
      const url = startMergePath(task_id);
      leaveEntryTitles(task_id, titlesOf(listed));
      navigate(previewPath({ url, title, filename, source_url, thumbnail_url }));
    } catch (failure) {
      if (!signal.aborted) {
        const said = failure instanceof ApiFailure ? wordsOf(failure.reply) : undefined;
        setError(said ?? t('save.failed'));
        setBusy(false);
      }
    }
  };
  const make = (entries: readonly string[], quality: ListQuality) => {
    asked.current?.abort();
    asked.current = new AbortController();
    setBusy(true);
    setError(null);
    void ask(entries, quality, asked.current.signal);
  };
  return { busy, error, make };
}
