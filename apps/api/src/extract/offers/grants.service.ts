import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ExtractionRepository } from '../extraction/extraction.repository.js';
import { fileNameOf } from '../formats/to-format.js';
import type { MediaGrant } from '../extraction/media-grant.entity.js';
import { urlHash } from '../media-url.js';

/** Leave to fetch a URL on a visitor's behalf. */
export interface Grant {
  readonly kind: MediaGrant['kind'];
  readonly url: string;
  /** The page that it was found on. */
  readonly pageUrl: string;
  /** What the source wants to see; never shown to the visitor. */
  readonly headers: Readonly<Record<string, string>>;
  /** The name under which the file is saved; null for images. */
  readonly fileName: string | null;
  readonly sizeBytes: number | null;
}

/** Images that are shown while their page is read: so many at once, for so long, milliseconds. */
const PASSING = { max: 1000, ttl: 10 * 60_000 };

/** Knows which URLs this deployment handed out (contract, "Media relay"). */
@Injectable()
export class GrantsService {
  /** By the hash of their URL: the page they are of. Lost with the process, like ours that shows them. */
  private readonly passing = new LRUCache<string, string>(PASSING);

  constructor(private readonly extractions: ExtractionRepository) {}

  /** Lets visitors fetch an image that no extraction has handed out, from this process and for a while. */
  grantImage(url: string, pageUrl: string): void {
    this.passing.set(urlHash(url), pageUrl);
  }

  /**
   * The grant for a URL, or null when no extraction that still stands handed it out.
   * @param host our host, for the name of the file.
   */
  async find(kind: Grant['kind'], url: string, host: string): Promise<Grant | null> {
    const hash = urlHash(url);
    const pageUrl = kind === 'image' ? this.passing.get(hash) : undefined;
    if (pageUrl !== undefined) {
      return { kind, url, pageUrl, headers: { referer: pageUrl }, fileName: null, sizeBytes: null };
    }
    const grant = await this.extractions.findGrant(kind, hash);
    return (
      grant && {
        kind,
        url,
        pageUrl: grant.pageUrl,
        headers: grant.headers,
        fileName: grant.fileName && fileNameOf(grant.fileName, host),
        sizeBytes: grant.sizeBytes,
      }
    );
  }
}
