import { Injectable } from '@nestjs/common';
import { EntriesService } from '../../extract/entries.service.js';
import type { Offered } from '../../extract/formats/offer.js';
import { PageLinkService } from '../../extract/links/page-link.service.js';
import { DomainError } from '../../infra/http/domain-error.js';
import { imageType } from '../../infra/http/image-type.js';
import { siteOf } from '../../infra/sites/site.js';
import { SourceClient } from '../../source/source-client.js';
import { finalError, translateFailure } from '../../source/source-error.js';

/** Largest picture of a list, which is held in memory, bytes. */
const PICTURE_BYTES = 16 * 1024 * 1024;
/** Longest time for one, milliseconds. */
const PICTURE_MS = 60_000;

interface PictureFrom {
  /** The page that shows it; '' where there is none. */
  readonly pageUrl: string;
  /** The Host header of the visitor, which decides what is switched off. */
  readonly host: string;
  readonly signal: AbortSignal;
}

/** Brings the entries of a list while it is made. */
@Injectable()
export class ListEntries {
  constructor(
    private readonly entries: EntriesService,
    private readonly links: PageLinkService,
    private readonly client: SourceClient,
  ) {}

  /** Its offer of a quality. @throws DomainError for all that a search may say; the signal's reason */
  offer(...asked: Parameters<EntriesService['offer']>): Promise<Offered> {
    return this.entries.offer(...asked);
  }

  /** @throws DomainError NOT_MEDIA for what is no picture or a huge one, and what sources do; the reason of the signal. */
  async picture(url: string, { pageUrl, host, signal }: PictureFrom): Promise<Buffer> {
    if (pageUrl !== '') {
      // A site may have been switched off since.
      await this.links.resolve(pageUrl, host, { gone: signal, admit: () => undefined });
    }
    const late = AbortSignal.timeout(PICTURE_MS);
    const options = {
      maxBytes: PICTURE_BYTES,
      pace: { idle: <T>(wait: () => Promise<T>) => wait() },
      signal: AbortSignal.any([signal, late]),
    };
    const headers: Record<string, string> = pageUrl === '' ? {} : { referer: pageUrl };
    try {
      const client = this.client.via(siteOf(pageUrl === '' ? url : pageUrl));
      const { bytes } = await client.readPatiently({ url, headers }, options);
      if (imageType(bytes) === null) {
        throw new DomainError('NOT_MEDIA');
      }
      return bytes;
    } catch (error) {
      signal.throwIfAborted();
      throw late.aborted
        ? new DomainError('SOURCE_TIMEOUT', { cause: error })
        : finalError(translateFailure(error));
    }
  }
}
