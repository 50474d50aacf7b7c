import type { Chapter } from '@dipper/contract';
import { platformName } from '@dipper/media';
import { useMemo } from 'react';
import { useMediaWords } from '../../../i18n/use-media-words.js';
import { pageFacts } from '../../../lib/page-facts.js';
import { useMounted } from '../../../lib/use-mounted.js';

const NO_CHAPTERS: readonly Chapter[] = [];

/**
 * What this tab knows of a page, from a search or from the preview's own question.
 * @returns who made it, or else where it is from; its chapters, [] unless there are several
 */
export function usePageFacts(
  link: string | null,
  duration: number,
): { readonly by: string; readonly chapters: readonly Chapter[] } {
  const mounted = useMounted();
  const words = useMediaWords();
  const known = mounted && link !== null ? pageFacts(link) : null;
  const all = known?.chapters ?? NO_CHAPTERS;
  const end = Number.isFinite(duration) ? duration : Infinity;
  const chapters = useMemo(() => {
    // Of a clip, or of a wrong list, some are beyond the end.
    const inside = all.filter(({ start }) => start >= 0 && start < end);
    return inside.length > 1 ? inside : NO_CHAPTERS;
  }, [all, end]);
  return { by: known?.by ?? words.platform(platformName(link ?? '')), chapters };
}
