import { useEffect, useState } from 'react';
import type { MediaTexts } from '../file/finished-file.js';
import type { Merge } from '../merge/merge.reducer.js';
import { PoolPlace } from './pool-place.js';
import { Water } from './water.js';

/** As long as the animations of pool.css. */
const MOMENT_MS = 900;

/** True once a merge that was seen at work has its file: not for one that was ready when opened. */
export function useJustMade({ phase, state }: Merge): boolean {
  const [wasAtWork, setWasAtWork] = useState(false);
  if (!wasAtWork && phase === 'running' && state === 'processing') {
    setWasAtWork(true);
  }
  return wasAtWork && phase === 'complete';
}

/**
 * The moment in which a file is there: one ring on the full water, and the figure comes up with it.
 * Lies over the player, which loads meanwhile, takes no room and no clicks, and goes by itself. Where
 * motion is not wanted it lasts no longer than a frame (app.css).
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
