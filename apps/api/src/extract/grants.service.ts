import { Injectable } from '@nestjs/common';
import { detectPlatform } from '@dipper/media';
import { ExtractionRepository } from './extraction.repository.js';
import { filenameOf } from './formats/to-format.js';
import { urlHash } from './media-url.js';

/** Leave to fetch a URL on a visitor's behalf. */
export interface Grant {
  readonly kind: 'media' | 'image';
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

  /** The grant for a URL, or null when it was not handed out by an extraction that still stands. */
  async find(url: string, host: string): Promise<Grant | null> {
    const extraction = await this.extractions.findGranting(urlHash(url), new Date());
    if (extraction === null) {
      return null;
    }
    const { info, offers } = extraction.source;
    const offer = offers.find(({ kind, main }) => kind === 'direct' && main.url === url);
    if (offer !== undefined) {
      const platform = detectPlatform(extraction.pageUrl);
      return {
        kind: 'media',
        url,
        headers: offer.main.headers,
        fileName: filenameOf(offer, {
          host: host.replace(/:\d+$/, ''),
          platform,
          title: info.title,
        }),
        sizeBytes: offer.main.sizeBytes,
      };
    }
    return info.thumbnailUrl === url
      ? { kind: 'image', url, headers: { referer: info.pageUrl }, fileName: null, sizeBytes: null }
      : null;
  }
}
