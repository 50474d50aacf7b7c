import { Injectable } from '@nestjs/common';
import { type KeyRing, Keys, readWithAny } from '../../infra/keys/keys.js';
import { ExtractionRepository } from '../extraction/extraction.repository.js';
import { fileNameOf } from '../formats/to-format.js';
import type { MediaGrant } from '../extraction/media-grant.entity.js';
import { urlHash } from '../media-url.js';
import { grantedPage, grantEnd, signPicture } from './picture-grant.js';

export interface Grant {
  readonly kind: MediaGrant['kind'];
  readonly url: string;
  readonly pageUrl: string;
  /** The headers that the source requires. They are never shown to the visitor. */
  readonly headers: Readonly<Record<string, string>>;
  /** The name under which to save the file, with ".jpg" for any image; null if unknown. */
  readonly fileName: string | null;
  /** Smaller versions of the same picture, best first, in case the picture is missing. */
  readonly others?: readonly string[];
  readonly sizeBytes: number | null;
}

/**
 * The longest page URL in a grant, in characters. A longer URL is cut to the root of the site, as
 * browsers may do in Referer. A request is limited to 16 KiB, and also contains the picture's URL.
 */
const LONGEST_PAGE = 1000;

/** Records which URLs this deployment has issued (contract, "Media relay"). */
@Injectable()
export class GrantsService {
  private readonly keys: KeyRing;

  constructor(
    keys: Keys,
    private readonly extractions: ExtractionRepository,
  ) {
    this.keys = keys.for('picture grant');
  }

  /**
   * Grants access to an image for the next few hours, in all processes, without a database record.
   * @param url must have been found by this deployment, because any visitor can relay a signed
   * image
   * @param pageUrl the page of the picture, which anyone who has the grant can read
   * @returns the `grant` parameter for the image proxy, which stays the same for a few hours
   */
  grantImage(url: string, pageUrl: string): string {
    const named = pageUrl.length > LONGEST_PAGE ? new URL('/', pageUrl).href : pageUrl;
    return signPicture({ url, pageUrl: named }, grantEnd(Date.now()), this.keys.current);
  }

  /** The grant in a signature; null if it has expired, is forged, or is for another image. */
  signedImage(url: string, grant: string | undefined): Grant | null {
    const now = Date.now();
    const pageUrl =
      grant === undefined
        ? null
        : readWithAny(this.keys, (key) => grantedPage(url, grant, key, now));
    return pageUrl === null
      ? null
      : {
          ...{ kind: 'image', url, pageUrl, fileName: null, sizeBytes: null },
          headers: { referer: pageUrl },
        };
  }

  /**
   * The grant for a URL; null unless the URL was issued with an extraction that has not expired.
   * @param host our host, for the file name
   */
  async find(kind: Grant['kind'], url: string, host: string): Promise<Grant | null> {
    const grant = await this.extractions.findGrant(kind, urlHash(url));
    return (
      grant && {
        kind,
        url,
        pageUrl: grant.pageUrl,
        headers: grant.headers,
        fileName: grant.fileName && fileNameOf(grant.fileName, host),
        sizeBytes: grant.sizeBytes,
        others: kind === 'image' ? smallerThan(url, grant.pictures ?? []) : [],
      }
    );
  }
}

/** The pictures after this one. Empty if the picture is not in the list, as for a list entry. */
function smallerThan(url: string, pictures: readonly string[]): string[] {
  const at = pictures.indexOf(url);
  return at < 0 ? [] : pictures.slice(at + 1);
}
