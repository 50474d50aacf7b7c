import { Injectable } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import { DomainError } from '../infra/errors/domain-error.js';
import { isCrossSiteEmbed } from '../relay/cross-site-embed.js';
import { RelayService } from '../relay/relay.service.js';
import { ShareService } from './share.service.js';

/** The thumbnail of a short link. */
export interface SharedThumbnail {
  readonly url: string;
  /** Fetches it. @throws DomainError */
  readonly read: () => Promise<Buffer>;
}

/** Finds the thumbnails that are shown for short links in link previews. */
@Injectable()
export class SharedThumbnails {
  constructor(
    private readonly shares: ShareService,
    private readonly relay: RelayService,
  ) {}

  /**
   * Returns the thumbnail of a short link; null if it has none, or if this deployment has not issued
   * it.
   * @param headers of the request; pages of other sites must not embed what we relay
   * @throws DomainError MEDIA_NOT_GRANTED
   */
  async find(id: string, headers: Readonly<IncomingHttpHeaders>): Promise<SharedThumbnail | null> {
    if (isCrossSiteEmbed(headers)) {
      throw new DomainError('MEDIA_NOT_GRANTED');
    }
    const picture = await this.shares.picture(id);
    return picture && { url: picture.url, read: () => this.relay.readImage(picture) };
  }
}
