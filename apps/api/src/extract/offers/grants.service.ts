import { Inject, Injectable } from '@nestjs/common';
import { deriveKey } from '../../infra/env/derive-key.js';
import { SECRET } from '../../infra/env/env.module.js';
import { ExtractionRepository } from '../extraction/extraction.repository.js';
import { fileNameOf } from '../formats/to-format.js';
import type { MediaGrant } from '../extraction/media-grant.entity.js';
import { urlHash } from '../media-url.js';
import { grantedPage, grantEnd, signPicture } from './picture-grant.js';

/** Leave to fetch a URL on a visitor's behalf. */
export interface Grant {
  readonly kind: MediaGrant['kind'];
  readonly url: string;
  /** The page that it was found on. */
  readonly pageUrl: string;
  /** What the source wants to see; never shown to the visitor. */
  readonly headers: Readonly<Record<string, string>>;
  /** The name under which the file is saved, of an image as if it were a JPEG; null where there is none. */
  readonly fileName: string | null;
  /** Smaller ones of the same picture, the best first, for when it is not there. */
  readonly others?: readonly string[];
  readonly sizeBytes: number | null;
}

/**
 * Longest page that a grant names, characters; of a longer one it names the site, which is all that
 * a browser would tell as Referer. A request is 16 KiB at most, and the picture's address is in it, too.
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
   * Grants an image for the next hours, in all processes and whatever else is remembered of it.
   * @param url that this deployment has found itself: what is signed here is relayed for anybody.
   * @param pageUrl whose picture it is; whoever gets the grant can read it.
   * @returns what the image proxy takes as `grant`; the same text for some hours.
   */
  grantImage(url: string, pageUrl: string): string {
    const named = pageUrl.length > LONGEST_PAGE ? new URL('/', pageUrl).href : pageUrl;
    return signPicture({ url, pageUrl: named }, grantEnd(Date.now()), this.key);
  }

  /** What a signature grants by itself; null for one that is over, forged or of another image. */
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
   * The grant for a URL, or null when no extraction that still stands handed it out.
   * @param host our host, for the name of the file.
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

/** Those that come after a picture; none for one that is not among them, such as a list's entry's. */
function smallerThan(url: string, pictures: readonly string[]): string[] {
  const at = pictures.indexOf(url);
  return at < 0 ? [] : pictures.slice(at + 1);
}
