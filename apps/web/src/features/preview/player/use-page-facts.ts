import { useMemo } from 'react';
import { type PageFacts, pageFacts } from '../../../lib/page-facts.js';
import { useMounted } from '../../../lib/use-mounted.js';

const NONE: PageFacts = { by: null, chapters: [] };

/** What this tab knows of a page, from a search or from the preview's own question. */
export function usePageFacts(link: string | null, duration: number): PageFacts {
  const mounted = useMounted();
  const known = (mounted && link !== null ? pageFacts(link) : null) ?? NONE;
  const end = Number.isFinite(duration) ? duration : Infinity;
  return useMemo(() => {
    // Of a clip, or of a wrong list, some are beyond the end.
    const chapters = known.chapters.filter(({ start }) => start >= 0 && start < end);
    return { by: known.by, chapters: chapters.length > 1 ? chapters : [] };
  }, [known, end]);
}
