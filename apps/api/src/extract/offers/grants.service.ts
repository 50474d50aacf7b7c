import { Inject, Injectable } from '@nestjs/common';
import { deriveKey } from '../../infra/env/derive-key.js';
import { SECRET } from '../../infra/env/env.module.js';
import { ExtractionRepository } from '../extraction/extraction.repository.js';
import { fileNameOf } from '../formats/to-format.js';
import type { MediaGrant } from '../extraction/media-grant.entity.js';
import { urlHash } from '../media-url.js';
import { grantedPage, grantEnd, signPicture } from './picture-grant.js';

/** Permission to fetch a URL on a visitor's behalf. */
export interface Grant {
  readonly kind: MediaGrant['kind'];
  readonly url: string;
  /** The page where the URL was found. */
  readonly pageUrl: string;
  /** Headers that the source requires; never shown to the visitor. */
  readonly headers: Readonly<Record<string, string>>;
  /** The name to save the file under, with ".jpg" for any image; null if unknown. */
  readonly fileName: string | null;
  /** Smaller versions of the same picture, best first, in case it is missing. */
  readonly others?: readonly string[];
  readonly sizeBytes: number | null;
}

/**
 * Longest page URL in a grant, characters; a longer one is cut to the site's root, as a browser would
 * do in Referer. A request is 16 KiB at most and also contains the picture's URL.
 */
const LONGEST_PAGE = 1000;

/** Knows which URLs this deployment handed out (contract, "Media relay"). */
@Injectable()
export class GrantsService {
  private readonly key: Buffer;

  constructor(
    @Inject(SECRET) secret: string,
    private readonly extractions: ExtractionRepository,
  ) {
    this.key = deriveKey(secret, 'picture grant');
  }

  /**
   * Grants an image for the next hours, valid in all processes without a database record.
   * @param url found by this deployment: any visitor can relay what is signed here.
   * @param pageUrl the page of the picture; readable by anyone who has the grant.
   * @returns the `grant` parameter of the image proxy; unchanged for some hours.
   */
  grantImage(url: string, pageUrl: string): string {
    const named = pageUrl.length > LONGEST_PAGE ? new URL('/', pageUrl).href : pageUrl;
    return signPicture({ url, pageUrl: named }, grantEnd(Date.now()), this.key);
  }

  /** The grant in a signature; null if it has expired, is forged or is for another image. */
  signedImage(url: string, grant: string | undefined): Grant | null {
    const pageUrl = grant === undefined ? null : grantedPage(url, grant, this.key, Date.now());
    return pageUrl === null
      ? null
      : {
          ...{ kind: 'image', url, pageUrl, fileName: null, sizeBytes: null },
          headers: { referer: pageUrl },
        };
  }

  /**
   * The grant for a URL; null unless an extraction that hasn't expired handed it out.
   * @param host our host, for the file name.
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

/** The pictures after this one; none if it isn't listed, such as a list entry's. */
function smallerThan(url: string, pictures: readonly string[]): string[] {
  const at = pictures.indexOf(url);
  return at < 0 ? [] : pictures.slice(at + 1);
}
