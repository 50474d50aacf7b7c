import { Injectable } from '@nestjs/common';
import { EntriesService } from '../../extract/entries.service.js';
import type { OfferedFormat } from '../../extract/formats/offer.js';
import { PageLinkService } from '../../extract/links/page-link.service.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import { imageType } from '../../infra/http/reply/image-type.js';
import { siteOf } from '../../infra/sites/site.js';
import { SourceClient } from '../../source/client/source-client.js';
import { finalError, translateFailure } from '../../source/client/source-error.js';

/** Size limit for one image of a list, in bytes. The image is held in memory. */
const PICTURE_BYTES = 16 * 1024 * 1024;
const PICTURE_MS = 60_000;

interface PictureFrom {
  /** The page that shows the image; '' if there is none. */
  readonly pageUrl: string;
  /** The host name under which the visitor reached us. It decides which sites are switched off. */
  readonly host: string;
  readonly signal: AbortSignal;
}

@Injectable()
export class ListEntries {
  constructor(
    private readonly entries: EntriesService,
    private readonly links: PageLinkService,
    private readonly client: SourceClient,
  ) {}

  /**
   * The entry's offer that is closest to a quality.
   * @throws DomainError with any code that reading a link can produce; the signal's reason.
   */
  offer(...asked: Parameters<EntriesService['offer']>): Promise<OfferedFormat> {
    return this.entries.offer(...asked);
  }

  /**
   * @throws DomainError NOT_MEDIA if the response is too large or isn't an image; the errors of the
   * source; the signal's reason.
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
