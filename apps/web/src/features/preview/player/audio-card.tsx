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
    <div className="card grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-3 p-5 sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-x-6">
      <div className="relative grid aspect-square place-items-center overflow-hidden rounded-pool bg-sunk text-primary sm:row-span-2">
        {/* Behind the cover, so visible only without one. */}
        <Music aria-hidden size={48} />
        <Thumbnail url={pictureUrl} className="absolute inset-0 size-full rounded-none" />
      </div>
      <p className="line-clamp-1 font-semibold text-muted">
        <bdi>{by}</bdi>
      </p>
      <div className="min-h-44 max-sm:col-span-2">{children}</div>
    </div>
  );
}
