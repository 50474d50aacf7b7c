import type { ReactNode } from 'react';
import type { MediaTexts } from '../file/finished-file.js';
import { MediaPlace } from '../player/media-place.js';

interface PoolPlaceProps {
  readonly media: Pick<MediaTexts, 'isAudio' | 'sourceUrl'>;
  readonly pool: (className: string) => ReactNode;
}

/** Places the pool exactly where the player will be, so that nothing shifts on completion. */
export function PoolPlace({ media: { isAudio, sourceUrl }, pool }: PoolPlaceProps) {
  return isAudio ? (
    <div className="relative">
      <div aria-hidden className="invisible">
        <MediaPlace isAudio pictureUrl={null} sourceUrl={sourceUrl} />
      </div>
      {pool('pool pool-over')}
    </div>
  ) : (
    pool('pool player-place')
  );
}
