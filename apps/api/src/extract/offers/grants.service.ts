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
  /** The name under which the file is saved, of an image as if it were a JPEG; null where there is none. */
  readonly fileName: string | null;
  /** Smaller ones of the same picture, the best first, for when it is not there. */
  readonly others?: readonly string[];
  readonly sizeBytes: number | null;
}

/** Thumbnails shown while their page is being read, and those of histories; ttl in milliseconds. */
const HINTED = { max: 5000, ttl: 10 * 60_000 };

/** Knows which URLs this deployment handed out (contract, "Media relay"). */
@Injectable()
export class GrantsService {
  /** Page URL by the hash of the image URL. In memory only: the stream that names it is ours, too. */
  private readonly hinted = new LRUCache<string, string>(HINTED);

  constructor(private readonly extractions: ExtractionRepository) {}

  /** Grants an image that no extraction has handed out, in this process and for a while. */
  grantImage(url: string, pageUrl: string): void {
    this.hinted.set(urlHash(url), pageUrl);
  }

  /**
   * The grant for a URL, or null when no extraction that still stands handed it out.
   * @param host our host, for the name of the file.
   */
  async find(kind: Grant['kind'], url: string, host: string): Promise<Grant | null> {
    const hash = urlHash(url);
    const pageUrl = kind === 'image' ? this.hinted.get(hash) : undefined;
    if (pageUrl !== undefined) {
      const headers = { referer: pageUrl };
      return { kind, url, pageUrl, headers, fileName: null, sizeBytes: null, others: [] };
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
