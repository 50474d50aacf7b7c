import { useState } from 'react';
import { usePictureAddress } from '../lib/picture-grants.js';
import { whenReleased } from '../lib/when-released.js';

interface ThumbnailProps {
  /** The picture's own address; it is fetched through this deployment. */
  readonly url: string;
  /** What came with that address, where something did. */
  readonly grant?: string | null;
  readonly className?: string;
  /** The picture could not be loaded, and nothing stands in its place. */
  readonly onMissing?: () => void;
}

/** A picture of the media that leaves no hole when it cannot be loaded. */
export function Thumbnail({ url, grant = null, className = '', onMissing }: ThumbnailProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const address = usePictureAddress(url, grant);
  if (failedUrl === url || address === null) {
    return null;
  }
  return (
    // The box stays as it is when a browser makes nothing of the picture inside.
    <div className={`aspect-video shrink-0 overflow-hidden rounded-xl bg-sunk ${className}`}>
      <img
        src={address}
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
