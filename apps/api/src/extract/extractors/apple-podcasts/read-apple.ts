import { parseUrl } from '@dipper/media';
import * as z from 'zod';
import type { SourceInfo } from '../../source-info.js';
import type { WantedEpisode } from '../feed/match-item.js';
import { dateOf, type ItunesResult, largestArtwork } from '../itunes/itunes.schema.js';
import type { ItunesPodcast } from '../itunes/itunes-client.js';
import type { PodcastName } from '../itunes/podcast-list.js';
import { isoSeconds } from '../page/durations.js';
import { episodeInfo } from '../page/episode-info.js';
import { type HtmlPage, linkedData } from '../page/html-page.js';
import { text } from '../page/loose-fields.js';
import { sitePath } from '../page/site-path.js';

interface AppleLink extends PodcastName {
  readonly episodeId: string;
}

const PATH = /^\/(?:([a-z]{2})\/)?podcast\/(?:[^/]+\/)?id(\d{1,20})\/?$/i;

/** Null for the pages of whole podcasts, and for other sites. */
export function appleLink(pageUrl: string): AppleLink | null {
  const podcast = podcastIn(pageUrl);
  const episodeId = parseUrl(pageUrl)?.searchParams.get('i') ?? '';
  return podcast !== null && /^\d{1,20}$/.test(episodeId) ? { ...podcast, episodeId } : null;
}

export function appleShow(pageUrl: string): PodcastName | null {
  return parseUrl(pageUrl)?.searchParams.has('i') === false ? podcastIn(pageUrl) : null;
}

function podcastIn(pageUrl: string): PodcastName | null {
  const [, country, podcastId] = PATH.exec(sitePath(pageUrl, 'podcasts.apple.com')) ?? [];
  return podcastId === undefined ? null : { country: country?.toLowerCase() ?? null, podcastId };
}

export function listedEpisode(
  { episodes }: ItunesPodcast,
  { episodeId }: AppleLink,
): ItunesResult | null {
  return episodes.find(({ trackId }) => trackId === episodeId) ?? null;
}

export function wantedFrom(episode: ItunesResult): WantedEpisode {
  return {
    title: episode.trackName ?? '',
    guid: episode.episodeGuid,
    durationSeconds: secondsOf(episode),
    publishedAt: dateOf(episode.releaseDate),
  };
}

const pageSchema = z.object({
  '@type': z.literal('PodcastEpisode'),
  name: text,
  datePublished: text,
  duration: text,
  timeRequired: text,
});

/**
 * What to look for, from the page's JSON-LD. Needed for episodes that are too old to be in the
 * directory's reply. Null if the page has no JSON-LD.
 */
export function wantedFromPage(page: HtmlPage): WantedEpisode | null {
  const found = linkedData(page)
    .map((data) => pageSchema.safeParse(data).data)
    .find((data) => data?.name);
  return !found?.name
    ? null
    : {
        title: found.name,
        durationSeconds: isoSeconds(found.duration) ?? isoSeconds(found.timeRequired),
        publishedAt: dateOf(found.datePublished),
      };
}

/**
 * Makes an episode from the directory's data alone. @throws DomainError NO_MEDIA if there is no
 * file
 */
export function itemFromListing(
  episode: ItunesResult,
  show: ItunesResult | null,
  pageUrl: string,
): SourceInfo {
  return episodeInfo({
    pageUrl,
    title: episode.trackName,
    series: episode.collectionName ?? show?.collectionName,
    uploader: show?.artistName ?? episode.artistName,
    description: episode.description,
    durationSeconds: secondsOf(episode),
    publishedAt: dateOf(episode.releaseDate),
    covers: [
      largestArtwork(episode.artworkUrl600),
      largestArtwork(show?.artworkUrl600),
      episode.artworkUrl160,
    ],
    files: [
      { url: episode.episodeUrl, video: episode.episodeContentType === 'video' ? true : null },
    ],
  });
}

function secondsOf({ trackTimeMillis }: ItunesResult): number | null {
  return trackTimeMillis && trackTimeMillis / 1000;
}
