import type { ExtractedList } from '../extractor.port.js';
import { showList } from '../page/show-list.js';
import { dateOf, largestArtwork } from './itunes.schema.js';
import type { ItunesPodcast } from './itunes-client.js';

export interface PodcastName {
  readonly podcastId: string;
  /** The country of the store, two letters; null for Apple's default. */
  readonly country: string | null;
}

export function podcastList(
  { show, episodes }: ItunesPodcast,
  { podcastId, country }: PodcastName,
): ExtractedList {
  const store = country === null ? '' : `${country}/`;
  const page = `https://podcasts.apple.com/${store}podcast/id${podcastId}`;
  return showList(
    {
      title: show?.collectionName ?? episodes[0]?.collectionName,
      uploader: show?.artistName,
      covers: [largestArtwork(show?.artworkUrl600)],
      total: show?.trackCount,
    },
    episodes.flatMap((one) =>
      /^\d{1,20}$/.test(one.trackId ?? '')
        ? {
            url: `${page}?i=${one.trackId}`,
            title: one.trackName,
            durationSeconds: one.trackTimeMillis && one.trackTimeMillis / 1000,
            publishedAt: dateOf(one.releaseDate),
            // The small artwork comes first, because there are hundreds of entries.
            covers: [one.artworkUrl160, one.artworkUrl600],
          }
        : [],
    ),
  );
}
