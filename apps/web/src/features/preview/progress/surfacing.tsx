import { useEffect, useState } from 'react';
import type { MediaTexts } from '../file/finished-file.js';
import type { Merge } from '../../../entities/task/follow/merge.reducer.js';
import { PoolPlace } from './pool-place.js';
import { Water } from './water.js';

/** Duration of the animations in pool.css. */
const MOMENT_MS = 900;

/**
 * True once a merge finishes while the page shows its progress, not if it was ready when opened.
 */
export function useJustMade(merge: Merge): boolean {
  const [wasAtWork, setWasAtWork] = useState(false);
  if (!wasAtWork && merge.phase === 'running' && merge.state === 'processing') {
    setWasAtWork(true);
  }
  return wasAtWork && merge.phase === 'complete';
}

/**
 * The completion animation: one ring on the full water, and the figure surfaces. An overlay on the
 * loading player that takes no space and no clicks and removes itself. With reduced motion it lasts
 * one frame at most (app.css).
 */
export function Surfacing({ media }: { readonly media: MediaTexts }) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), MOMENT_MS);
    return () => clearTimeout(timer);
  }, []);
  return over ? null : (
    <div aria-hidden="true" className="surfacing">
      <PoolPlace
        media={media}
        pool={(className) => (
          <div className={className}>
            <div className="pool-water">
              <Water />
              <div className="ring" />
            </div>
          </div>
        )}
      />
    </div>
  );
}
