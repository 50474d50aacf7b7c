import { useState } from 'react';
import { usePictureAddress } from './picture-grants.js';
import { whenReleased } from './when-released.js';

interface ThumbnailProps {
  /** The picture's own URL; it is loaded through this deployment. */
  readonly url: string;
  /** The grant received with that URL, if any. */
  readonly grant?: string | null;
  readonly className?: string;
  /** Called when the picture failed to load and was removed. */
  readonly onMissing?: () => void;
}

/** A media thumbnail that disappears if it fails to load. */
export function Thumbnail({ url, grant = null, className = '', onMissing }: ThumbnailProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const address = usePictureAddress(url, grant);
  if (failedUrl === url || address === null) {
    return null;
  }
  return (
    // The box keeps its size even if the browser cannot render the picture.
    <div className={`aspect-video shrink-0 overflow-hidden rounded-xl bg-sunk ${className}`}>
      <img
        src={address}
        alt=""
        width={480}
        height={270}
        loading="eager"
        decoding="async"
        onError={() => {
          // Its removal moves the content below up.
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
