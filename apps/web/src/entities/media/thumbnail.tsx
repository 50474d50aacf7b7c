import { Film, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { usePictureAddress } from './picture-grants.js';

interface ThumbnailProps {
  /** The picture's own URL, loaded through this deployment; null if there is none. */
  readonly url: string | null;
  /** The grant received with that URL, if any. */
  readonly grant?: string | null;
  readonly className?: string;
}

/** A thumbnail; nothing if there is none or it fails to load. */
export function Thumbnail({ url, grant = null, className = '' }: ThumbnailProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const address = usePictureAddress(url, grant);
  if (failedUrl === url || address === null) {
    return null;
  }
  return (
    // Keeps its size even if the browser cannot show the picture.
    <div className={`aspect-video shrink-0 overflow-hidden rounded-xl bg-sunk ${className}`}>
      <img
        src={address}
        alt=""
        width={480}
        height={270}
        loading="eager"
        decoding="async"
        onError={() => setFailedUrl(url)}
        className="size-full object-cover"
      />
    </div>
  );
}

interface ThumbnailPlaceProps extends ThumbnailProps {
  /** Shown if there is no thumbnail. */
  readonly icon?: LucideIcon;
}

/**
 * A thumbnail that keeps its space if it fails to load, so that nothing moves under the visitor's
 * finger.
 */
export function ThumbnailPlace({
  icon: Icon = Film,
  className = '',
  ...picture
}: ThumbnailPlaceProps) {
  return (
    <div
      className={`relative grid aspect-video shrink-0 place-items-center rounded-xl bg-sunk text-muted ${className}`}
    >
      <Icon aria-hidden size={24} />
      <Thumbnail {...picture} className="absolute inset-0 w-full" />
    </div>
  );
}
