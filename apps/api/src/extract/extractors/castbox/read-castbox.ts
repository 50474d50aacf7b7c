import * as z from 'zod';
import { DomainError } from '../../../infra/errors/domain-error.js';
import type { SourceInfo } from '../../source-info.js';
import type { ExtractedList } from '../extractor.port.js';
import { episodeInfo } from '../page/episode-info.js';
import type { HtmlPage } from '../page/html-page.js';
import { flag, id, listOf, number, objectOf, readReply, text } from '../page/loose-fields.js';
import { showList } from '../page/show-list.js';
import { sitePath } from '../page/site-path.js';

const SITE = 'castbox.fm';

/** Matches the id of an episode in the paths of its pages. The last id in a path counts. */
const EPISODE_PATH = /^\/(?:episode\/.*-id|ep\/|vb\/|app\/castbox\/player\/id\d+\/id)(\d+)\/?$/;
const CHANNEL_PATH = /^\/(?:channel\/(?:.*-)?id|va\/|ch\/)(\d{1,20})\/?$/;
const SHORT_PATH = /^\/x\/[\w-]+\/?$/;

/**
 * The API's messages for a removed episode. Its other errors have nothing to do with the episode.
 */
const GONE = /not.?(found|exist)|no such|removed|deleted|invalid eid/i;

const replySchema = z.object({
  code: number,
  msg: text,
  data: objectOf({
    eid: id,
    title: text,
    description: text,
    url: text,
    urls: listOf(z.string()),
    big_cover_url: text,
    cover_url: text,
    small_cover_url: text,
    // Milliseconds.
    duration: number,
    size: number,
    video: flag,
    private: flag,
    author: text,
    release_date: text,
    channel: objectOf({ title: text, author: text }),
  }),
});

export function castboxEpisodeId(pageUrl: string): string | null {
  return EPISODE_PATH.exec(sitePath(pageUrl, SITE))?.[1] ?? null;
}

export function castboxChannelId(pageUrl: string): string | null {
  return CHANNEL_PATH.exec(sitePath(pageUrl, SITE))?.[1] ?? null;
}

/** True for a short link. The episode id appears only on the page that such a link leads to. */
export function isCastboxShortLink(pageUrl: string): boolean {
  return SHORT_PATH.test(sitePath(pageUrl, SITE));
}

/**
 * The episode in a reply of `GET /data/episode/v4?eid=`.
 * @throws DomainError MEDIA_REMOVED if there is none, MEDIA_PRIVATE, NO_MEDIA, EXTRACT_FAILED
 */
export function readCastbox(
  reply: unknown,
  { episodeId, pageUrl }: { readonly episodeId: string; readonly pageUrl: string },
): SourceInfo {
  const { code, msg, data } = readReply(replySchema, reply);
  if (data === null && (code ?? 0) !== 0 && !GONE.test(msg ?? '')) {
    throw new DomainError('EXTRACT_FAILED', { cause: `code ${code}: ${msg?.slice(0, 100)}` });
  }
  const addresses = [data?.url ?? [], data?.urls ?? []].flat();
  if (data === null || (data.eid === null && data.title === null && addresses.length === 0)) {
    throw new DomainError('MEDIA_REMOVED', { cause: 'no data' });
  }
  if (data.eid !== null && data.eid !== episodeId) {
    throw new DomainError('EXTRACT_FAILED', { cause: `episode ${data.eid} for ${episodeId}` });
  }
  if (data.private) {
    throw new DomainError('MEDIA_PRIVATE');
  }
  return episodeInfo({
    pageUrl,
    title: data.title,
    series: data.channel?.title,
    uploader: data.author ?? data.channel?.author,
    description: data.description,
    durationSeconds: data.duration && data.duration / 1000,
    publishedAt: Date.parse(data.release_date ?? ''),
    covers: [data.big_cover_url, data.cover_url, data.small_cover_url],
    files: addresses.map((url) => ({
      url,
      sizeBytes: data.size,
      video: data.video || null,
    })),
  });
}

const channelSchema = z.object({
  data: objectOf({
    episode_count: number,
    episode_list: listOf(
      z.object({
        eid: id,
        episode_id: id,
        title: text,
        // Milliseconds.
        duration: number,
        release_date: text,
        private: flag,
        big_cover_url: text,
        cover_url: text,
        small_cover_url: text,
      }),
    ),
  }),
});

/**
 * The episodes in a reply of `GET /data/episode_list/v2?cid=`, as a list.
 * @param page the page of the channel, which contains its name; null if it could not be read
 * @throws DomainError NO_MEDIA for a channel without episodes, EXTRACT_FAILED
 */
export function readCastboxChannel(reply: unknown, page: HtmlPage | null): ExtractedList {
  const { data } = readReply(channelSchema, reply);
  if (data === null) {
    throw new DomainError('EXTRACT_FAILED', { cause: 'no data' });
  }
  const { episode_list: given, episode_count: total } = data;
  const episodes = given.flatMap((one) => {
    const number = one.eid ?? one.episode_id ?? '';
    return /^\d{1,20}$/.test(number) && !one.private
      ? {
          url: `https://castbox.fm/ep/${number}`,
          title: one.title,
          durationSeconds: one.duration && one.duration / 1000,
          publishedAt: one.release_date === null ? null : Date.parse(one.release_date) || null,
          covers: [one.small_cover_url, one.cover_url, one.big_cover_url],
        }
      : [];
  });
  if (episodes.length === 0) {
    throw new DomainError('NO_MEDIA', { cause: 'no episodes' });
  }
  const title = page?.meta.get('og:title') ?? page?.title;
  return showList({ title, covers: [page?.meta.get('og:image')], total }, episodes);
}
