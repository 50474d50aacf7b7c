import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { comparableName } from '../feed/match-item.js';
import { readReply } from '../page/loose-fields.js';
import { asExtractorFailure, PageClient, type PageRequest } from '../page/page-client.js';
import { type ItunesResult, itunesReplySchema } from './itunes.schema.js';

const API = 'https://itunes.apple.com';
/** The maximum number of episodes that Apple returns: the latest ones. */
const LATEST = 200;

/**
 * The limits of the cache. Apple allows about 20 requests a minute, and feed URLs rarely change.
 */
const REMEMBERED = { max: 500, ttl: 3_600_000 };

export interface ItunesPodcast {
  readonly show: ItunesResult | null;
  readonly episodes: readonly ItunesResult[];
}

interface NamedPodcast {
  readonly feedUrl: string;
  readonly collectionId: string | null;
}

@Injectable()
export class ItunesClient {
  private readonly named = new LRUCache<string, readonly NamedPodcast[]>(REMEMBERED);

  constructor(private readonly pages: PageClient) {}

  /**
   * Reads a podcast and its latest episodes.
   * @param country of the store, two letters; null for Apple's default
   * @throws the errors of `asExtractorFailure`
   */
  async podcast(
    collectionId: string,
    country: string | null,
    request: PageRequest,
  ): Promise<ItunesPodcast> {
    const results = await this.results(
      'lookup',
      {
        id: collectionId,
        entity: 'podcastEpisode',
        limit: String(LATEST),
        ...(country !== null && { country }),
      },
      request,
    );
    const isEpisode = ({ wrapperType, kind }: ItunesResult): boolean =>
      wrapperType === 'podcastEpisode' || kind === 'podcast-episode';
    return {
      show: results.find((result) => !isEpisode(result)) ?? null,
      episodes: results.filter(isEpisode),
    };
  }

  /**
   * The feeds of the podcasts with exactly this name. @throws the errors of `asExtractorFailure`
   */
  async feedsOf(show: string, request: PageRequest): Promise<readonly string[]> {
    const podcasts = await this.podcastsOf(show, request);
    return [...new Set(podcasts.map(({ feedUrl }) => feedUrl))];
  }

  /**
   * The podcasts with exactly this name and a public feed. @throws the errors of
   * `asExtractorFailure`
   */
  async podcastsOf(show: string, request: PageRequest): Promise<readonly NamedPodcast[]> {
    const name = comparableName(show);
    const remembered = this.named.get(name);
    if (remembered !== undefined) {
      return remembered;
    }
    const results = await this.results(
      'search',
      { term: show, media: 'podcast', entity: 'podcast', limit: '25' },
      request,
    );
    const found = results
      .filter(({ collectionName }) => name !== '' && comparableName(collectionName) === name)
      .flatMap(({ feedUrl, collectionId }) => (feedUrl === null ? [] : { feedUrl, collectionId }));
    if (found.length > 0) {
      this.named.set(name, found);
    }
    return found;
  }

  private async results(
    path: 'lookup' | 'search',
    query: Readonly<Record<string, string>>,
    request: PageRequest,
  ): Promise<ItunesResult[]> {
    const reply = await this.pages
      .json(`${API}/${path}?${String(new URLSearchParams(query))}`, request)
      .catch((error: unknown) => {
        throw asExtractorFailure(error);
      });
    return readReply(itunesReplySchema, reply).results;
  }
}
