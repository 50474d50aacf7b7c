import { useState } from 'react';
import { imageAddress } from '../lib/api/api-address.js';
import { useSite } from '../lib/site.js';
import { whenReleased } from '../lib/when-released.js';

interface ThumbnailProps {
  /** The picture's own address; it is fetched through this deployment. */
  readonly url: string;
  readonly className?: string;
  /** The picture could not be loaded, and nothing stands in its place. */
  readonly onMissing?: () => void;
}

/** A picture of the media that leaves no hole when it cannot be loaded. */
export function Thumbnail({ url, className = '', onMissing }: ThumbnailProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const { api } = useSite().config;
  if (failedUrl === url) {
    return null;
  }
  return (
    // The box stays as it is when a browser makes nothing of the picture inside.
    <div className={`aspect-video shrink-0 overflow-hidden rounded-xl bg-sunk ${className}`}>
      <img
        src={imageAddress(api, url)}
        alt=""
        width={480}
        height={270}
        loading="eager"
        decoding="async"
        onError={() => {
          // What stands below it moves up then.
          whenReleased(() => {
            setFailedUrl(url);
            onMissing?.();
          });
        }}
        className="size-full object-cover"
      />
    </div>
  );
}
