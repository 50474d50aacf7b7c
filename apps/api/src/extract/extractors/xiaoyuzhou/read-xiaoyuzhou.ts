import { DomainError } from '../../../infra/errors/domain-error.js';
import type { ExtractedPage } from '../extractor.port.js';
import type { SourceInfo } from '../../source-info.js';
import { isoSeconds } from '../page/durations.js';
import { episodeInfo } from '../page/episode-info.js';
import { type HtmlPage, linkedData, scriptJson } from '../page/html-page.js';
import { showList } from '../page/show-list.js';
import { sitePath } from '../page/site-path.js';
import {
  type Episode,
  type LinkedEpisode,
  linkedSchema,
  nextDataSchema,
  type Podcast,
} from './xiaoyuzhou.schema.js';

interface XiaoyuzhouLink {
  readonly kind: 'episode' | 'podcast';
  readonly id: string;
}

const PATH = /^\/(episode|podcast)\/([\da-f]{24})\/?$/i;

export function xiaoyuzhouLink(pageUrl: string): XiaoyuzhouLink | null {
  const [, kind, id] = PATH.exec(sitePath(pageUrl, 'xiaoyuzhoufm.com')) ?? [];
  return kind === undefined || id === undefined
    ? null
    : { kind: kind as XiaoyuzhouLink['kind'], id: id.toLowerCase() };
}

/**
 * Reads the episode or podcast of a page: from the data in its scripts, which is the most detailed,
 * or else from its JSON-LD or its player.
 * @throws DomainError PAYMENT_REQUIRED; MEDIA_PRIVATE; MEDIA_REMOVED; NO_MEDIA; EXTRACT_FAILED if
 * the page is about another episode
 */
export function readXiaoyuzhou(
  page: HtmlPage,
  link: XiaoyuzhouLink,
  pageUrl: string,
): ExtractedPage {
  const next = nextDataSchema.safeParse(scriptJson(page, '__NEXT_DATA__')).data?.props.pageProps;
  if (next?.statusCode === 404) {
    throw new DomainError('MEDIA_REMOVED', { cause: 'status of the page data' });
  }
  if (link.kind === 'podcast') {
    return readPodcast(next?.podcast ?? null, link.id);
  }
  if (next !== undefined && next.episode === null && next.podcast === null && isBare(page)) {
    throw new DomainError('MEDIA_REMOVED', { cause: 'page data without an episode' });
  }
  const item =
    next !== undefined && next.episode !== null
      ? fromData(next.episode, link.id, pageUrl)
      : (fromLinkedData(page, pageUrl) ?? fromPlayer(page, pageUrl));
  return { kind: 'item', item };
}

/** True if a page contains no audio anywhere. */
function isBare(page: HtmlPage): boolean {
  return !page.meta.has('og:audio') && linkedEpisode(page) === null;
}

function fromData(episode: Episode, asked: string, pageUrl: string): SourceInfo {
  if (episode.eid !== null && episode.eid.toLowerCase() !== asked) {
    throw new DomainError('EXTRACT_FAILED', { cause: `episode ${episode.eid} for ${asked}` });
  }
  if ((episode.payType ?? 'FREE') !== 'FREE') {
    throw new DomainError('PAYMENT_REQUIRED', { cause: episode.payType });
  }
  if (episode.isPrivateMedia) {
    throw new DomainError('MEDIA_PRIVATE');
  }
  const { media, podcast } = episode;
  return episodeInfo({
    pageUrl,
    title: episode.title,
    series: podcast?.title,
    uploader: podcast?.author,
    description: episode.description ?? episode.shownotes,
    notes: episode.shownotes,
    durationSeconds: episode.duration,
    publishedAt: Date.parse(episode.pubDate ?? ''),
    covers: [episode.image, podcast?.image].flatMap((one) => [one?.picUrl, one?.largePicUrl]),
    files: [media?.source?.url, episode.enclosure?.url].map((url) => ({
      url,
      mediaType: media?.mimeType,
      sizeBytes: media?.size,
    })),
  });
}

function linkedEpisode(page: HtmlPage): LinkedEpisode | null {
  const found = linkedData(page).map((data) => linkedSchema.safeParse(data));
  return found.find((one) => one.data?.associatedMedia?.contentUrl)?.data ?? null;
}

function fromLinkedData(page: HtmlPage, pageUrl: string): SourceInfo | null {
  const linked = linkedEpisode(page);
  return (
    linked &&
    episodeInfo({
      pageUrl,
      title: linked.name,
      series: linked.partOfSeries?.name,
      description: linked.description,
      durationSeconds: isoSeconds(linked.timeRequired) ?? isoSeconds(linked.duration),
      covers: [page.meta.get('og:image')],
      files: [{ url: linked.associatedMedia?.contentUrl }],
    })
  );
}

function fromPlayer({ meta, title }: HtmlPage, pageUrl: string): SourceInfo {
  return episodeInfo({
    pageUrl,
    title: meta.get('og:title') ?? title,
    description: meta.get('og:description'),
    covers: [meta.get('og:image')],
    files: [{ url: meta.get('og:audio') }],
  });
}

function readPodcast(podcast: Podcast | null, asked: string): ExtractedPage {
  if (podcast === null || (podcast.pid !== null && podcast.pid.toLowerCase() !== asked)) {
    throw new DomainError('EXTRACT_FAILED', { cause: 'no such podcast in the page data' });
  }
  const { title, author, image, episodeCount } = podcast;
  return showList(
    {
      title,
      uploader: author,
      covers: [image?.picUrl, image?.largePicUrl],
      // The page lists only the latest 15 episodes.
      total: episodeCount,
    },
    podcast.episodes
      .filter(({ eid }) => /^[\da-f]{24}$/i.test(eid))
      .map((one) => ({
        url: `https://www.xiaoyuzhoufm.com/episode/${one.eid}`,
        title: one.title,
        durationSeconds: one.duration,
        publishedAt: one.pubDate === null ? null : Date.parse(one.pubDate) || null,
        covers: [one.image?.picUrl, image?.picUrl],
      })),
  );
}
