import { type Chapter, type Subtitles, wishInQuery } from '@dipper/contract';
import { siteName } from '@dipper/media';
import { useMemo } from 'react';
import { leftFacts } from '../../../entities/media/handover/page-facts.js';
import { useShownQuery } from '../address/shown-query.js';
import { useMounted } from '../../../lib/react/use-mounted.js';

const NO_CHAPTERS: readonly Chapter[] = [];
const NO_SUBTITLES: readonly Subtitles[] = [];

interface KnownCaptions {
  /** Identifies the item in requests for its subtitles. */
  readonly offerId: string;
  readonly subtitles: readonly Subtitles[];
}

/** What this tab knows about the source page of the media. */
interface KnownFacts {
  /** The author, otherwise the site; '' if both are unknown. */
  readonly by: string;
  /** The chapters; [] unless there are several. */
  readonly chapters: readonly Chapter[];
  /** The item's subtitles; null if there are none, or no offer to request them with. */
  readonly captions: KnownCaptions | null;
}

/** Returns what this tab knows about a page, from a search or from the preview request. */
export function usePageFacts(link: string | null, duration: number): KnownFacts {
  const mounted = useMounted();
  const known = mounted && link !== null ? leftFacts(link) : null;
  const { offerId = null, subtitles = NO_SUBTITLES } = known ?? {};
  const { recipe } = useShownQuery();
  // The times in a clip differ from those in the whole item.
  const isClip = wishInQuery(recipe)?.kind === 'clip';
  const all = (isClip ? null : known?.chapters) ?? NO_CHAPTERS;
  const end = Number.isFinite(duration) ? duration : Infinity;
  const chapters = useMemo(() => {
    // If a source's list is wrong, chapters may lie beyond the end.
    const inside = all.filter(({ start }) => start >= 0 && start < end);
    return inside.length > 1 ? inside : NO_CHAPTERS;
  }, [all, end]);
  return {
    by: known?.by ?? siteName(link ?? '') ?? '',
    chapters,
    captions: offerId !== null && !isClip && subtitles.length > 0 ? { offerId, subtitles } : null,
  };
}
