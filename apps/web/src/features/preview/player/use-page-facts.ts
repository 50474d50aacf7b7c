import type { Chapter, Subtitles } from '@dipper/contract';
import { siteName } from '@dipper/media';
import { useMemo } from 'react';
import { leftFacts } from '../../../entities/media/handover/page-facts.js';
import { useMedia, useShownWish } from '../address/shown-media.js';
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

/**
 * Returns the facts that this tab has about the item's page, from a search or from the preview
 * request; null before hydration and for a link that somebody shared.
 */
export function useLeftFacts(): ReturnType<typeof leftFacts> {
  const { sourceUrl } = useMedia();
  return useMounted() && sourceUrl !== null ? leftFacts(sourceUrl) : null;
}

/**
 * Returns what a player shows about the item.
 * @param duration in seconds; not finite if unknown
 */
export function usePageFacts(duration: number): KnownFacts {
  const { sourceUrl } = useMedia();
  const known = useLeftFacts();
  const { offerId = null, subtitles = NO_SUBTITLES } = known ?? {};
  // The times in a clip differ from those in the whole item.
  const isClip = useShownWish()?.kind === 'clip';
  const all = (isClip ? null : known?.chapters) ?? NO_CHAPTERS;
  const end = Number.isFinite(duration) ? duration : Infinity;
  const chapters = useMemo(() => {
    // If a source's list is wrong, chapters may lie beyond the end.
    const inside = all.filter(({ start }) => start >= 0 && start < end);
    return inside.length > 1 ? inside : NO_CHAPTERS;
  }, [all, end]);
  return {
    by: known?.by ?? siteName(sourceUrl ?? '') ?? '',
    chapters,
    captions: offerId !== null && !isClip && subtitles.length > 0 ? { offerId, subtitles } : null,
  };
}
