import { oneLine } from '@dipper/media';
import * as z from 'zod/mini';
import { httpHref } from '../media-url.js';
import type { Hint } from '../source-info.js';

/** The maximum length of a title or name in characters. Hints are shown for only a second. */
const MAX_TEXT = 300;

const text = z.catch(z.nullish(z.string()), null);
const oembedSchema = z.object({ title: text, author_name: text, thumbnail_url: text });

/** Parses an oEmbed reply (oembed.com §2.3.4); null if there is nothing to show in it. */
export function readOembed(reply: unknown): Hint | null {
  const parsed = oembedSchema.safeParse(reply);
  if (!parsed.success) {
    return null;
  }
  const { title, author_name: author, thumbnail_url: thumbnail } = parsed.data;
  const hint = {
    title: shown(title),
    thumbnailUrl: httpHref(thumbnail),
    uploader: shown(author),
  };
  return Object.values(hint).every((value) => value === null) ? null : hint;
}

function shown(given: string | null | undefined): string | null {
  return [...oneLine(given ?? '')].slice(0, MAX_TEXT).join('') || null;
}
