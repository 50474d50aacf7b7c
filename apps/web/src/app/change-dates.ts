import { contentOf, PAGES, pathIn, postPage } from '@dipper/site';
import type { PageMeta, PostCard } from '../content/content-shapes.js';
import { contentAt, loadContent } from '../content/load-content.js';
import { POSTS } from '../content/post-ids.js';
import { LANGUAGES } from '../i18n/languages.js';

/** The content key of the list of posts. */
const CARDS = 'posts';

/**
 * Returns when each page's text last changed, as ISO 8601, by canonical path. The date comes from
 * the page's meta; for a post, it is the day on which its facts were checked. Pages without a date
 * are left out. Server only.
 */
export async function changeDates(): Promise<ReadonlyMap<string, string>> {
  const days = await Promise.all(LANGUAGES.map(daysIn));
  return new Map(days.flat());
}

async function daysIn(language: string): Promise<readonly (readonly [string, string])[]> {
  const pages = PAGES.map((page) => ({ ...page, keys: contentOf(page.kind, page.params) }));
  await loadContent(language, [CARDS, ...pages.flatMap(({ keys }) => keys)]);
  const { default: cards } = contentAt(language, CARDS).text as { default: readonly PostCard[] };
  const dayOf = new Map(cards.map(({ id, checked }) => [id, checked]));
  const updated = (key: string) =>
    (contentAt(language, key).text as { meta?: Partial<PageMeta> }).meta?.updated;
  return [
    ...pages.map(({ path, keys }) => [path, keys.map(updated).find(Boolean)] as const),
    ...POSTS.map((id) => [postPage(id).path, dayOf.get(id)] as const),
  ].flatMap(([path, day]) => (day === undefined ? [] : [[pathIn(language, path), day] as const]));
}
