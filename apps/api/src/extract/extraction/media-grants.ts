import { detectPlatform } from '@dipper/media';
import type { StoredSource } from './extraction.entity.js';
import { namePartsOf } from '../formats/to-format.js';
import type { MediaGrant } from './media-grant.entity.js';
import { urlHash } from '../media-url.js';
import type { SourceInfo } from '../source-info.js';

export type NewGrant = Omit<MediaGrant, 'extractionId'>;

/**
 * An item's pictures that get a grant: the thumbnail, and the best picture for
 * saving.
 */
function picturesOf({
  thumbnailUrl,
  pictures = [],
}: Pick<SourceInfo, 'thumbnailUrl' | 'pictures'>): string[] {
  const [best] = pictures;
  return [...new Set([thumbnailUrl, best].flatMap((url) => url ?? []))];
}

/**
 * Grants for the URLs that visitors may fetch through us: the plain files of a page and its
 * pictures, including the pictures of a list's entries.
 */
export function grantsOf(pageUrl: string, { info, offers, list }: StoredSource): NewGrant[] {
  const platform = detectPlatform(pageUrl);
  const media = offers
    .filter(({ kind }) => kind === 'direct')
    .map((offer): NewGrant => ({
      urlHash: urlHash(offer.main.url),
      kind: 'media',
      headers: offer.main.headers,
      fileName: namePartsOf(offer, { platform, title: info.title }),
      sizeBytes: offer.main.sizeBytes,
    }));
  const inList = (list?.entries ?? []).flatMap(({ kind, url, thumbnailUrl, title }) =>
    [kind === 'picture' ? url : null, thumbnailUrl].flatMap((image) =>
      image === null ? [] : [{ url: image, title: title ?? info.title }],
    ),
  );
  const own = picturesOf(info).map((url) => ({ url, title: info.title }));
  const images = [...own, ...inList].map(({ url, title }): NewGrant => ({
    urlHash: urlHash(url),
    kind: 'image',
    headers: { referer: info.pageUrl },
    // The real type is known only once the image has been fetched.
    fileName: { source: platform?.id ?? '', platform: platform?.id, title, ext: 'jpg' },
    sizeBytes: null,
  }));
  // Two rows may share a URL. The better row comes first, and gives the file its name.
  const grants = new Map(
    [...media, ...images].reverse().map((one) => [`${one.kind} ${one.urlHash}`, one]),
  );
  return [...grants.values()];
}
