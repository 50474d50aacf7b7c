import { isHostOf, parseUrl } from '@dipper/media';
import * as z from 'zod';
import { DomainError } from '../../../infra/http/domain-error.js';
import type { SourceInfo } from '../../source-info.js';
import { episodeInfo } from '../page/episode-info.js';
import { number, objectOf, text } from '../page/loose-fields.js';

const PATH = /^\/series\/[^/]+\/[^/]+?\/?$/;

/** The address of what the site says about an episode as JSON; null for other pages and other sites. */
export function playerfmJsonUrl(pageUrl: string): string | null {
  const url = parseUrl(pageUrl);
  return url !== null && isHostOf(url.hostname, 'player.fm') && PATH.test(url.pathname)
    ? `https://player.fm${url.pathname.replace(/\/$/, '').replace(/\.json$/, '')}.json`
    : null;
}

const image = objectOf({ url: text });
const episodeSchema = z.object({
  title: text,
  url: text,
  description: text,
  duration: number,
  size: number,
  image,
  series: objectOf({ title: text, author: text, image }),
});

/** @throws DomainError NO_MEDIA for what has no file, EXTRACT_FAILED for what is no episode */
export function readPlayerfm(reply: unknown, pageUrl: string): SourceInfo {
  const parsed = episodeSchema.safeParse(reply);
  if (!parsed.success) {
    throw new DomainError('EXTRACT_FAILED', { cause: parsed.error });
  }
  const { series, ...episode } = parsed.data;
  return episodeInfo({
    pageUrl,
    title: episode.title,
    series: series?.title,
    uploader: series?.author,
    description: episode.description,
    durationSeconds: episode.duration,
    covers: [episode.image?.url, series?.image?.url],
    files: [{ url: episode.url, sizeBytes: episode.size }],
  });
}
