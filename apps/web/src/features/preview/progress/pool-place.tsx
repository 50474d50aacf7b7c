import type { ReactNode } from 'react';
import type { MediaTexts } from '../address/use-media.js';
import { AudioCard } from '../player/audio-card.js';
import { usePageFacts } from '../player/use-page-facts.js';

interface PoolPlaceProps {
  readonly media: Pick<MediaTexts, 'isAudio' | 'sourceUrl'>;
  readonly pool: (className: string) => ReactNode;
}

/** Places the pool exactly where the player will be, so that nothing shifts on completion. */
export function PoolPlace({ media: { isAudio, sourceUrl }, pool }: PoolPlaceProps) {
  const { by } = usePageFacts(sourceUrl, NaN);
  return isAudio ? (
    <div className="relative">
      <div aria-hidden className="invisible">
        <AudioCard pictureUrl={null} by={by} />
      </div>
      {pool('pool pool-over')}
    </div>
  ) : (
    pool('pool player-place')
  );
}
