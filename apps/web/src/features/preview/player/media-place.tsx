import { Film } from 'lucide-react';
import { Thumbnail } from '../../../entities/media/thumbnail.js';
import { AudioCard } from './audio-card.js';
import { usePageFacts } from './use-page-facts.js';

interface MediaPlaceProps {
  readonly isAudio: boolean;
  readonly pictureUrl: string | null;
  readonly sourceUrl: string | null;
}

/**
 * Reserves the player's space while there is nothing to play, so that the layout does not shift.
 * For video, it is hidden on wide screens, where the details show the thumbnail, and on phones in
 * landscape, where it would not fit above the progress.
 */
export function MediaPlace({ isAudio, pictureUrl, sourceUrl }: MediaPlaceProps) {
  const { by } = usePageFacts(sourceUrl, NaN);
  if (isAudio) {
    return <AudioCard pictureUrl={pictureUrl} by={by} />;
  }
  return (
    <div className="player-place relative grid place-items-center overflow-hidden rounded-2xl bg-sunk text-primary lg:hidden [@media(height<32rem)]:hidden">
      <Film aria-hidden size={32} />
      {pictureUrl !== null && <Thumbnail url={pictureUrl} className="absolute inset-0 size-full" />}
    </div>
  );
}
