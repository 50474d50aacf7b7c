import { Injectable } from '@nestjs/common';
import { ExtractionRepository } from './extraction/extraction.repository.js';
import { fileNameOf } from './formats/to-format.js';
import type { MediaGrant } from './extraction/media-grant.entity.js';
import { urlHash } from './media-url.js';

/** Leave to fetch a URL on a visitor's behalf. */
export interface Grant {
  readonly kind: MediaGrant['kind'];
  readonly url: string;
  /** What the source wants to see; never shown to the visitor. */
  readonly headers: Readonly<Record<string, string>>;
  /** The name under which the file is saved; null for images. */
  readonly fileName: string | null;
  readonly sizeBytes: number | null;
}

/** Knows which URLs this deployment handed out (contract, "Media relay"). */
@Injectable()
export class GrantsService {
  constructor(private readonly extractions: ExtractionRepository) {}

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
        headers: grant.headers,
        fileName: grant.fileName && fileNameOf(grant.fileName, host),
        sizeBytes: grant.sizeBytes,
      }
    );
  }
}
