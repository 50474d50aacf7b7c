import { useEffect } from 'react';
import { imageAddress } from '../../lib/api/api-address.js';
import { LatestMap } from '../../lib/state/latest-map.js';
import { useSite } from '../../site/site.js';

/** More pictures than a visitor is likely to switch between. */
const KEPT = 50;

/**
 * Grants of pictures shown in this tab; browser only. A preview's query contains its picture
 * without a grant. With the stored grant, the picture's URL is the same as in the result, so the
 * browser has it cached.
 */
const grants = new LatestMap<string, string>(KEPT);

/** Stores a picture's grant for later pages. */
export function keepGrant(url: string, grant: string): void {
  grants.set(url, grant);
}

/**
 * Returns the URL that shows a picture; null without a picture.
 * @param grant the grant received with the picture's URL; without it, the one stored in this tab is
 * used
 */
export function usePictureAddress(url: string | null, grant: string | null = null): string | null {
  const { config, sharedPicture } = useSite();
  useEffect(() => {
    if (url !== null && grant !== null) {
      keepGrant(url, grant);
    }
  }, [url, grant]);
  if (url === null) {
    return null;
  }
  const shared = sharedPicture?.url === url ? sharedPicture.grant : null;
  return imageAddress(config.api, url, grant ?? shared ?? grants.get(url) ?? null);
}
