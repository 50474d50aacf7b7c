import * as z from 'zod';
import type { WantedEpisode } from '../feed/match-item.js';
import { dateOf } from '../itunes/itunes.schema.js';
import { type HtmlPage, linkedData } from '../page/html-page.js';
import { number, text } from '../page/loose-fields.js';
import { sitePath } from '../page/site-path.js';

/**
 * What a Spotify link refers to: part of a podcast, which may have a public feed, or music, which
 * has none.
 */
type SpotifyLink =
  | { readonly kind: 'episode' | 'show'; readonly id: string }
  | { readonly kind: 'music' };

const PODCAST =
  /^\/(?:intl-[\w-]+\/)?(?:embed(?:-podcast)?\/)?(episode|show)\/([\dA-Za-z]{22})\/?$/;
const MUSIC =
  /^\/(?:intl-[\w-]+\/)?(?:embed\/)?(?:track|album|artist|playlist)\/[\dA-Za-z]{22}\/?$/;

export function spotifyLink(pageUrl: string): SpotifyLink | null {
  const path = sitePath(pageUrl, 'open.spotify.com');
  const [, kind, id] = PODCAST.exec(path) ?? [];
  if (id !== undefined) {
    return { kind: kind === 'show' ? 'show' : 'episode', id };
  }
  return MUSIC.test(path) ? { kind: 'music' } : null;
}

export interface SpotifyEpisode extends WantedEpisode {
  readonly show: string;
}

const oembedSchema = z.object({ title: text });
const linkedSchema = z.object({ name: text, description: text, datePublished: text });

/**
 * The episode and its podcast, from the data that Spotify publishes about them.
 * @param page the variant of the episode's page for link previews; null if it could not be read
 * @param oembed the oEmbed reply, which contains only the title; null if it could not be read
 * @returns null if the name of the episode or the podcast is missing
 */
export function readSpotify(page: HtmlPage | null, oembed: unknown): SpotifyEpisode | null {
  const linked = (page === null ? [] : linkedData(page))
    .map((data) => linkedSchema.safeParse(data).data)
    .find((data) => data?.name);
  const meta = (key: string): string | undefined => page?.meta.get(key);
  const title =
    meta('og:title') ?? linked?.name ?? oembedSchema.safeParse(oembed).data?.title ?? null;
  const show =
    [meta('og:description'), meta('description'), linked?.description]
      .map(showIn)
      .find((name) => name !== null) ?? showInTitle(page?.title, title);
  return title === null || show === null
    ? null
    : {
        title,
        show,
        durationSeconds: number.parse(meta('music:duration')),
        publishedAt: dateOf(linked?.datePublished ?? meta('music:release_date')),
      };
}

export function readSpotifyShow(page: HtmlPage | null, oembed: unknown): string | null {
  return page?.meta.get('og:title') ?? oembedSchema.safeParse(oembed).data?.title ?? null;
}

/** The name of the show in "Listen to this episode from SHOW on Spotify. …" or "SHOW · Episode". */
function showIn(description: string | null | undefined): string | null {
  const line = (description ?? '').slice(0, 2000);
  return (
    /^Listen to this episode from (.{1,300}?) on Spotify\b/s.exec(line)?.[1] ??
    /^(.{1,300}) · Episode$/s.exec(line)?.[1] ??
    null
  );
}

/**
 * The name of the show in "TITLE - SHOW | Podcast on Spotify". The text is split after the known
 * title, because both names may contain a dash.
 */
function showInTitle(line: string | null | undefined, title: string | null): string | null {
  const both = / \| Podcast on Spotify$/.test(line ?? '')
    ? (line ?? '').replace(/ \|[^|]*$/, '')
    : '';
  const start = `${title ?? ''} - `;
  return title !== null && both.startsWith(start) ? both.slice(start.length) || null : null;
}
