import type { ListEntry } from '@dipper/contract';
import { Film, Image, Music } from 'lucide-react';
import { useState } from 'react';
import { usePictureAddress } from '../../../../entities/media/picture-grants.js';

interface EntryPictureProps {
  readonly url: string | null;
  readonly grant: string | null;
  readonly kind: ListEntry['kind'];
  readonly isAudio: boolean;
}

/**
 * A small thumbnail in a reserved space, loaded as its row nears the viewport; an icon if there is
 * none.
 */
export function EntryPicture({ url, grant, kind, isAudio }: EntryPictureProps) {
  const address = usePictureAddress(url, grant);
  const [missing, setMissing] = useState<string | null>(null);
  const Icon = kind === 'picture' ? Image : isAudio ? Music : Film;
  return (
    <span className="grid aspect-video w-20 shrink-0 place-items-center overflow-hidden rounded-md bg-sunk text-muted sm:w-24">
      {address === null || url === missing ? (
        <Icon aria-hidden size={20} />
      ) : (
        <img
          src={address}
          alt=""
          width={96}
          height={54}
          loading="lazy"
          decoding="async"
          onError={() => setMissing(url)}
          className="size-full object-cover"
        />
      )}
    </span>
  );
}
