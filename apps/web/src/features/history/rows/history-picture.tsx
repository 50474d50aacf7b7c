import type { HistoryItem } from '@dipper/contract';
import { AudioLines, Film } from 'lucide-react';
import { Thumbnail } from '../../../entities/media/thumbnail.js';

/**
 * An item's thumbnail. If there is none or the image fails to load, an icon shows the kind of item.
 */
export function HistoryPicture({ item }: { readonly item: HistoryItem }) {
  const Icon = item.format === 'audio' ? AudioLines : Film;
  return (
    <div
      aria-hidden
      className="relative grid aspect-video w-24 max-w-[31%] shrink-0 place-items-center self-start rounded-xl bg-sunk text-muted sm:w-32"
    >
      <Icon size={24} />
      {item.thumbnail_url !== null && (
        <Thumbnail
          url={item.thumbnail_url}
          grant={item.thumbnail_grant}
          className="absolute inset-0 w-full"
        />
      )}
    </div>
  );
}
