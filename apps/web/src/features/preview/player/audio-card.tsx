import { Music } from 'lucide-react';
import type { ReactNode } from 'react';
import { Thumbnail } from '../../../entities/media/thumbnail.js';

interface AudioCardProps {
  readonly pictureUrl: string | null;
  /** The show or the artist. The title of the item is the page's heading. */
  readonly by: string;
  readonly children?: ReactNode;
}

/** An audio item with its cover, artist and player. Its height does not depend on the player. */
export function AudioCard({ pictureUrl, by, children }: AudioCardProps) {
  return (
    <div className="card grid grid-cols-1 items-center gap-x-6 gap-y-4 p-5 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <div className="relative grid aspect-square w-36 max-w-full place-items-center overflow-hidden rounded-pool bg-sunk text-primary max-sm:mx-auto sm:w-full">
        {/* Behind the cover, so visible only without one. */}
        <Music aria-hidden size={48} />
        {pictureUrl !== null && (
          <Thumbnail url={pictureUrl} className="absolute inset-0 size-full rounded-none" />
        )}
      </div>
      <div className="grid min-w-0 content-start gap-3">
        <p className="line-clamp-1 font-semibold text-muted max-sm:text-center">
          <bdi>{by}</bdi>
        </p>
        <div className="min-h-44">{children}</div>
      </div>
    </div>
  );
}
