import type { ReactNode } from 'react';
import type { MediaTexts } from '../file/finished-file.js';
import { MediaPlace } from '../player/media-place.js';

interface PoolPlaceProps {
  readonly media: Pick<MediaTexts, 'isAudio' | 'sourceUrl'>;
  /** Renders the pool with the given classes. */
  readonly pool: (className: string) => ReactNode;
}

/** Places a pool exactly where the player will be, so that completion causes no layout shift. */
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
