import { Injectable } from '@nestjs/common';
import { EntriesService } from '../../extract/entries.service.js';
import type { OfferedFormat } from '../../extract/formats/offer.js';
import { PageLinkService } from '../../extract/links/page-link.service.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import { imageType } from '../../infra/http/reply/image-type.js';
import { siteOf } from '../../infra/sites/site.js';
import { SourceClient } from '../../source/client/source-client.js';
import { finalError, translateFailure } from '../../source/client/source-error.js';

/** Size limit for a list's image, which is held in memory, bytes. */
const PICTURE_BYTES = 16 * 1024 * 1024;
/** Time limit for one image, milliseconds. */
const PICTURE_MS = 60_000;

interface PictureFrom {
  /** The page that shows the image; '' if there is none. */
  readonly pageUrl: string;
  /** The visitor's Host header, which decides which sites are switched off. */
  readonly host: string;
  readonly signal: AbortSignal;
}

/** Fetches entries of a list for a task. */
@Injectable()
export class ListEntries {
  constructor(
    private readonly entries: EntriesService,
    private readonly links: PageLinkService,
    private readonly client: SourceClient,
  ) {}

  /**
   * An entry's offer in a quality.
   * @throws DomainError with any code that a search may fail with, or the signal's reason.
   */
  offer(...asked: Parameters<EntriesService['offer']>): Promise<OfferedFormat> {
    return this.entries.offer(...asked);
  }

  /**
   * @throws DomainError NOT_MEDIA if the image is huge or isn't an image, and errors of the source;
   *   the signal's reason.
   */
  async picture(url: string, { pageUrl, host, signal }: PictureFrom): Promise<Buffer> {
    if (pageUrl !== '') {
      // The site may have been switched off in the meantime.
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
