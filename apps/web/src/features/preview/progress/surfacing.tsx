import { useEffect, useState } from 'react';
import type { MediaTexts } from '../file/finished-file.js';
import type { Merge } from '../../../entities/task/follow/merge.reducer.js';
import { PoolPlace } from './pool-place.js';
import { Water } from './water.js';

/** The duration of the animations in pool.css, in milliseconds. */
const MOMENT_MS = 900;

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
 * The completion animation: one ring appears on the full water, and the figure surfaces. It is an
 * overlay on the loading player that takes no space, ignores clicks, and removes itself. With
 * reduced motion, it lasts one frame at most (app.css).
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
