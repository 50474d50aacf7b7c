import { cutGraphemes } from '@dipper/media';
import * as z from 'zod';
import type { Offered } from '../../extract/formats/offer.js';

/** What a file of sound says of itself. Taken from a page, so cleaned and cut when it is written. */
export const tagsSchema = z.object({
  title: z.string(),
  artist: z.string().nullable(),
  album: z.string().nullable(),
  track: z.number().nullable(),
  season: z.number().nullable(),
  /** ISO 8601: a day. */
  date: z.string().nullable(),
  /** The page it was found on. */
  address: z.string(),
  chapters: z.array(z.object({ title: z.string(), startSeconds: z.number() })),
  /** Addresses of its picture; the first that is one becomes the cover. */
  pictures: z.array(z.string()),
});
export type Tags = z.infer<typeof tagsSchema>;

/** Addresses that are tried: sites name sizes that are not there. */
const MAX_PICTURES = 4;
/** Visible characters of a tag; players show a line of them. */
const MAX_CHARACTERS = 1000;
/** Controls that no tag needs, and halves of surrogate pairs; a newline may be part of a title. */
const UNWRITABLE = /(?!\n)[\p{Cc}\p{Cs}]/gu;

/** The tags of an item: of a podcast its series is the album, and its episode the track. */
export function tagsOf({ info }: Pick<Offered, 'info'>): Tags {
  const pictures = [...(info.pictures ?? []), info.thumbnailUrl].filter((url) => url !== null);
  return {
    title: info.title,
    artist: info.artist ?? info.uploader,
    album: info.album ?? info.series,
    track: info.episodeNumber,
    season: info.seasonNumber,
    date: info.publishedOn ?? null,
    address: info.pageUrl,
    // Extractions that were kept before chapters were read have none.
    chapters: (info.chapters ?? []).map(({ title, startSeconds }) => ({ title, startSeconds })),
    pictures: [...new Set(pictures)].slice(0, MAX_PICTURES),
  };
}

/** A text as it can be written into any tag: whole characters without controls, of bounded length. */
export function tagText(text: string): string {
  const plain = text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(UNWRITABLE, '');
  return cutGraphemes(plain, MAX_CHARACTERS).trim();
}
