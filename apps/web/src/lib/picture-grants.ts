import { useEffect } from 'react';
import { imageAddress } from './api/api-address.js';
import { useSite } from './site.js';

/** Pictures of as many results as somebody goes back and forth between. */
const KEPT = 50;

/**
 * What was shown with a grant in this tab, of a browser alone. A preview's address names its picture
 * without one: by this it has the same address as in the result, which the browser's cache has.
 */
const grants = new Map<string, string>();

/** Notes the grant of a picture for the pages to come. */
export function keepGrant(url: string, grant: string): void {
  grants.delete(url);
  grants.set(url, grant);
  for (const oldest of [...grants.keys()].slice(0, -KEPT)) {
    grants.delete(oldest);
  }
}

/**
 * The address that shows a picture; null without one.
 * @param grant what came with the picture's address; without it one that this page knows.
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
