import { cutGraphemes, siteName, UNPRINTABLE } from '@dipper/media';
import * as z from 'zod';
import type { OfferedFormat } from '../../extract/formats/offer.js';

/**
 * Tags of an audio file. They come from a page, so they are cleaned and shortened when they are
 * written.
 */
export const tagsSchema = z.object({
  title: z.string(),
  artist: z.string().nullable(),
  album: z.string().nullable(),
  track: z.number().nullable(),
  season: z.number().nullable(),
  /** Publication date (YYYY-MM-DD). */
  date: z.string().nullable(),
  /** URL of the original page. */
  address: z.string(),
  chapters: z.array(z.object({ title: z.string(), startSeconds: z.number() })),
  /** URLs of the item's pictures. The first usable one becomes the cover. */
  pictures: z.array(z.string()),
});
export type Tags = z.infer<typeof tagsSchema>;

/** Maximum number of URLs to try, because sites list sizes that do not exist. */
const MAX_PICTURES = 4;
/** Maximum length of a tag in visible characters. Players show a single line. */
const MAX_CHARACTERS = 1000;
/** What no tag needs. A newline may be part of a title. */
const NOT_IN_TAGS = new RegExp(String.raw`(?!\n)[${UNPRINTABLE}]`, 'gu');

/**
 * The tags of an item. The series of a podcast becomes the album, and the episode becomes the
 * track. If the author is unknown, the artist is the site, as in the player.
 */
export function tagsOf({ info }: Pick<OfferedFormat, 'info'>): Tags {
  const pictures = [...(info.pictures ?? []), info.thumbnailUrl].filter((url) => url !== null);
  return {
    title: info.title,
    artist: info.artist ?? info.uploader ?? siteName(info.pageUrl),
    album: info.album ?? info.series,
    track: info.episodeNumber,
    season: info.seasonNumber,
    date: info.publishedOn ?? null,
    address: info.pageUrl,
    // Extractions that were stored before chapters existed have none.
    chapters: (info.chapters ?? []).map(({ title, startSeconds }) => ({ title, startSeconds })),
    pictures: [...new Set(pictures)].slice(0, MAX_PICTURES),
  };
}

/**
 * Makes text fit into any tag: without control characters, of limited length, and without splitting
 * a character.
 */
export function tagText(text: string): string {
  const plain = text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(NOT_IN_TAGS, '');
  return cutGraphemes(plain, MAX_CHARACTERS).trim();
}
