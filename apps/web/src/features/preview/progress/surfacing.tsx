import { Film, Music } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Thumbnail } from '../../../entities/media/thumbnail.js';
import type { Merge } from '../../../entities/task/follow/merge.reducer.js';
import { useMedia } from '../address/shown-media.js';
import { PerchedFigure, Water } from './water.js';

/**
 * True once a merge finishes while the page shows its progress. False if the file was ready when
 * the page was opened.
 */
export function useJustMade(merge: Merge): boolean {
  const [wasAtWork, setWasAtWork] = useState(false);
  if (!wasAtWork && merge.phase === 'running' && merge.state === 'processing') {
    setWasAtWork(true);
  }
  return wasAtWork && merge.phase === 'complete';
}

/**
 * Longer than the animation (pool.css), whose `animationend` never fires if it is cancelled. The
 * drawing would then cover the player for good.
 */
const AT_MOST_MS = 1000;

function prefersStillness(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * The catch: the item's thumbnail rises out of the full pool with the figure on it, and the water
 * clears. It covers exactly the player, never the save button; ignores clicks and focus; and
 * removes itself when its animation ends (pool.css), or after a second at the latest. Not shown if
 * the visitor prefers reduced motion. Link previews have the same drawing
 * (apps/api/src/web/pictures/catch-card.ts).
 */
export function Surfacing() {
  const { thumbnailUrl, isAudio } = useMedia();
  const [over, setOver] = useState(prefersStillness);
  const Icon = isAudio ? Music : Film;
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), AT_MOST_MS);
    return () => clearTimeout(timer);
  }, []);
  return over ? null : (
    <div
      aria-hidden="true"
      className="surfacing pool pool-over"
      onAnimationEnd={({ target, currentTarget }) => {
        // The animations of its children end earlier.
        if (target === currentTarget) {
          setOver(true);
        }
      }}
    >
      <div className={`catch ${isAudio ? 'catch-cover' : ''}`}>
        <div className="catch-print">
          <PerchedFigure className="catch-figure" />
          <div className="catch-picture">
            <Icon size={32} />
            <Thumbnail url={thumbnailUrl} className="absolute inset-0 size-full rounded-none!" />
          </div>
        </div>
      </div>
      <div className="pool-water">
        <Water withFigure={false} />
        <div className="ring" />
      </div>
    </div>
  );
}
