import { imagePath } from '@dipper/contract';
import { useState } from 'react';

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
  if (failedUrl === url) {
    return null;
  }
  return (
    <img
      src={imagePath(url)}
      alt=""
      width={480}
      height={270}
      loading="eager"
      decoding="async"
      onError={() => {
        setFailedUrl(url);
        onMissing?.();
      }}
      className={`aspect-video rounded-xl bg-sunk object-cover ${className}`}
    />
  );
}
