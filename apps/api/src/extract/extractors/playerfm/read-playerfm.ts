import * as z from 'zod';
import { DomainError } from '../../../infra/errors/domain-error.js';
import type { SourceInfo } from '../../source-info.js';
import type { ExtractedList } from '../extractor.port.js';
import { episodeInfo } from '../page/episode-info.js';
import { listOf, number, objectOf, readReply, text } from '../page/loose-fields.js';
import { showList } from '../page/show-list.js';
import { sitePath } from '../page/site-path.js';

const PATH = /^\/series\/[^/]+\/[^/]+?\/?$/;

/** The URL of the site's JSON for an episode; null for other pages and other sites. */
export function playerfmJsonUrl(pageUrl: string): string | null {
  const path = sitePath(pageUrl, 'player.fm');
  return PATH.test(path)
    ? `https://player.fm${path.replace(/\/$/, '').replace(/\.json$/, '')}.json`
    : null;
}

const SERIES_PATH = /^\/series\/([^/]+?)\/?$/;
/** Requests the most episodes that the site returns in one reply, newest first. */
const LATEST = { episode_detail: 'full', episode_order: 'newest', episode_limit: '200' };

/** The URL of the site's JSON for a series; null for other pages and other sites. */
export function playerfmSeriesUrl(pageUrl: string): string | null {
  const [, slug] = SERIES_PATH.exec(sitePath(pageUrl, 'player.fm')) ?? [];
  return slug === undefined
    ? null
    : `https://player.fm/series/${slug.replace(/\.json$/, '')}.json?${String(new URLSearchParams(LATEST))}`;
}

const image = objectOf({ url: text });
const episodeSchema = z.object({
  title: text,
  url: text,
  description: text,
  duration: number,
  publishedAt: number,
  size: number,
  image,
  series: objectOf({ title: text, author: text, image }),
});

/**
 * @throws DomainError NO_MEDIA if there is no file, EXTRACT_FAILED if the reply is not an episode
 */
export function readPlayerfm(reply: unknown, pageUrl: string): SourceInfo {
  const { series, ...episode } = readReply(episodeSchema, reply);
  return episodeInfo({
    pageUrl,
    title: episode.title,
    series: series?.title,
    uploader: series?.author,
    description: episode.description,
    durationSeconds: episode.duration,
    publishedAt: episode.publishedAt && episode.publishedAt * 1000,
    covers: [episode.image?.url, series?.image?.url],
    files: [{ url: episode.url, sizeBytes: episode.size }],
  });
}

const seriesSchema = z.object({
  title: text,
  slug: text,
  author: text,
  image,
  stats: objectOf({ numberOfEpisodes: number }),
  episodes: listOf(
    z.object({ title: text, slug: z.string(), duration: number, publishedAt: number, image }),
  ),
});
const SLUG = /^[\w%.~-]{1,300}$/;

/**
 * Makes a list from a series, with links to the pages of its latest episodes.
 * @throws DomainError NO_MEDIA if there are no episodes, EXTRACT_FAILED if the reply is not a
 * series
 */
export function readPlayerfmSeries(reply: unknown, pageUrl: string): ExtractedList {
  const { episodes, ...series } = readReply(seriesSchema, reply);
  const asked = SERIES_PATH.exec(sitePath(pageUrl, 'player.fm'))?.[1] ?? '';
  const slug = series.slug !== null && SLUG.test(series.slug) ? series.slug : asked;
  const named = episodes.filter((one) => SLUG.test(one.slug));
  if (named.length === 0) {
    throw new DomainError('NO_MEDIA', { cause: 'no episodes' });
  }
  return showList(
    {
      title: series.title,
      uploader: series.author,
      covers: [series.image?.url],
      total: series.stats?.numberOfEpisodes,
    },
    named.map((one) => ({
      url: `https://player.fm/series/${slug}/${one.slug}`,
      title: one.title,
      durationSeconds: one.duration,
      publishedAt: one.publishedAt && one.publishedAt * 1000,
      covers: [one.image?.url],
    })),
  );
}
