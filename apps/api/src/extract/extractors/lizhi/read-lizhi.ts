import * as z from 'zod';
import { sitePath } from '../page/site-path.js';
import { DomainError } from '../../../infra/errors/domain-error.js';
import type { SourceInfo } from '../../source-info.js';
import { episodeInfo } from '../page/episode-info.js';
import type { HtmlPage, PageElement, Wanted } from '../page/html-page.js';
import { flag, number, objectOf, readReply, text } from '../page/loose-fields.js';

const PATH = /^\/\d+\/(\d{6,20})\/?$/;

export function lizhiAudioId(pageUrl: string): string | null {
  return PATH.exec(sitePath(pageUrl, 'lizhi.fm'))?.[1] ?? null;
}

/** Selects the elements that contain the player's data, on both old and new pages. */
export const lizhiElements: Wanted = (name, attributes) =>
  attributes['data-title'] !== undefined ||
  attributes['data-hidden-ph'] !== undefined ||
  (name === 'img' && attributes['src'] !== undefined) ||
  /\baudioCover\b/.test(attributes['class'] ?? '');

interface LizhiPage {
  readonly title: string | null;
  readonly radio: string | null;
  readonly speaker: string | null;
  readonly cover: string | null;
  readonly description: string | null;
  readonly durationSeconds: number | null;
  /** The key for requesting the file's URL. Only newer pages have it. */
  readonly hiddenId: string | null;
  readonly isPaid: boolean;
}

/**
 * Reads the player's data. Some pages list other recordings too, so only the element with `audioId`
 * counts.
 * @throws DomainError EXTRACT_FAILED for a page of another recording
 */
export function readLizhiPage({ elements, meta, title }: HtmlPage, audioId: string): LizhiPage {
  const players = elements.filter(({ attributes }) => attributes['data-title'] !== undefined);
  const unnumbered = players.filter(({ attributes }) => attributes['data-id'] === undefined);
  const player =
    players.find(({ attributes }) => attributes['data-id'] === audioId) ?? unnumbered[0];
  if (player === undefined && players.length > 0) {
    throw new DomainError('EXTRACT_FAILED', { cause: `no audio ${audioId} in the page` });
  }
  const data = player?.attributes ?? {};
  const hidden = data['data-hidden-ph'] ?? '';
  return {
    title: data['data-title'] ?? meta.get('og:title') ?? title,
    radio: data['data-radio-name'] ?? null,
    speaker: data['data-user-name'] ?? null,
    cover: data['data-cover'] ?? coverOf(elements) ?? meta.get('og:image') ?? null,
    description: meta.get('og:description') ?? meta.get('description') ?? null,
    durationSeconds: number.parse(data['data-duration']),
    hiddenId: /^[\w-]{1,200}$/.test(hidden) ? hidden : null,
    // The parser converts attribute names to lower case.
    isPaid: flag.parse(data['data-payflag']),
  };
}

/** The image inside the cover's frame. In the list of elements, it directly follows the frame. */
function coverOf(elements: readonly PageElement[]): string | null {
  const isFrame = (element: PageElement | undefined): boolean =>
    /\baudioCover\b/.test(element?.attributes['class'] ?? '');
  const image = elements.find(({ name }, at) => name === 'img' && isFrame(elements[at - 1]));
  return image?.attributes['src'] ?? null;
}

const replySchema = z.object({
  rcode: number,
  msg: text,
  data: objectOf({ url: text }),
});

/**
 * The URL in a reply of `media/url/` or `hidden_ph/`; null if it contains none.
 * @throws DomainError EXTRACT_FAILED
 */
export function lizhiFileUrl(reply: unknown): string | null {
  const { rcode, data } = readReply(replySchema, reply);
  return (rcode ?? 0) === 0 ? (data?.url ?? null) : null;
}

/** @throws DomainError NO_MEDIA for an invalid file URL */
export function lizhiItem(page: LizhiPage, fileUrl: string, pageUrl: string): SourceInfo {
  return episodeInfo({
    pageUrl,
    title: page.title,
    series: page.radio,
    uploader: page.speaker,
    description: page.description,
    durationSeconds: page.durationSeconds,
    covers: [page.cover],
    files: [{ url: fileUrl, referer: 'https://www.lizhi.fm/' }],
  });
}
