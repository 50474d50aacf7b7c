import { detectPlatform } from '@dipper/media';
import type { StoredSource } from './extraction.entity.js';
import { namePartsOf } from '../formats/to-format.js';
import type { MediaGrant } from './media-grant.entity.js';
import { urlHash } from '../media-url.js';

export type NewGrant = Omit<MediaGrant, 'extractionId'>;

/** What a page that was read lets visitors fetch through us: its plain files and its picture. */
export function grantsOf(pageUrl: string, { info, offers }: StoredSource): NewGrant[] {
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
  const image: NewGrant[] =
    info.thumbnailUrl === null
      ? []
      : [
          {
            urlHash: urlHash(info.thumbnailUrl),
            kind: 'image',
            headers: { referer: info.pageUrl },
            fileName: null,
            sizeBytes: null,
          },
        ];
  // Two rows may share a URL: the better one, which comes first, names the file.
  const grants = new Map(
    [...media, ...image].reverse().map((one) => [`${one.kind} ${one.urlHash}`, one]),
  );
  return [...grants.values()];
}
