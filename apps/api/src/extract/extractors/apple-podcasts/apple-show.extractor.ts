import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../infra/errors/domain-error.js';
import { type Extractor, type ExtractedPage, SiteExtractor } from '../extractor.port.js';
import type { PageLink } from '../../links/page-link.service.js';
import { ItunesClient } from '../itunes/itunes-client.js';
import { podcastList } from '../itunes/podcast-list.js';
import { requestsFor } from '../page/page-client.js';
import { appleShow } from './read-apple.js';

/**
 * Lists the latest episodes of a podcast from Apple's directory, because yt-dlp does not support
 * the pages of whole podcasts.
 */
@Injectable()
@SiteExtractor({ order: 10 })
export class AppleShowExtractor implements Extractor {
  readonly name = 'apple-show';

  constructor(private readonly itunes: ItunesClient) {}

  canHandle({ url }: PageLink): boolean {
    return appleShow(url) !== null;
  }

  /** @throws DomainError MEDIA_REMOVED if the podcast is not in the directory */
  async extract(page: PageLink, signal: AbortSignal): Promise<ExtractedPage> {
    const show = appleShow(page.url);
    if (show === null) {
      throw new DomainError('UNSUPPORTED_SITE');
    }
    const { podcastId, country } = show;
    const podcast = await this.itunes.podcast(podcastId, country, requestsFor(page, signal));
    if (podcast.show === null && podcast.episodes.length === 0) {
      throw new DomainError('MEDIA_REMOVED', { cause: 'not in the directory' });
    }
    return podcastList(podcast, show);
  }
}
