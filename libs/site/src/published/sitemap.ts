import { isPseudo } from '../language-tags.js';
import { PAGES, pathIn, postPage } from '../page-paths.js';
import { type PageConfig, type PagesOffered, resolve } from '../resolve.js';

/** The languages that have their own sitemap. */
export function sitemapLanguages({ languages }: PagesOffered): readonly string[] {
  return languages.filter((language) => !isPseudo(language));
}

/**
 * The canonical paths of a domain, page by page, each in every language. Leaves out aliases, and
 * pages that are not served, disabled or not indexable. Posts come last.
 * @param only the language of the paths; omitted for all languages
 */
export function sitemapPages(
  config: PageConfig,
  offered: PagesOffered,
  only?: string,
): readonly string[] {
  const languages = only === undefined ? sitemapLanguages(offered) : [only];
  const pages = [...PAGES, ...offered.posts.map(postPage)];
  const paths = pages.flatMap(({ path }) => languages.map((language) => pathIn(language, path)));
  return [...new Set(paths)].filter((path) => resolve(path, config, offered).canonical === path);
}

const XML_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (it) => XML_ESCAPES[it] ?? it);

/**
 * A sitemap that lists other sitemaps (sitemaps.org, protocol 0.9).
 * @param origin scheme and host, without a trailing slash
 * @param paths the paths of the other sitemaps
 */
export function sitemapIndexXml(origin: string, paths: readonly string[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n',
    ...paths.map((path) => `  <sitemap><loc>${escaped(`${origin}${path}`)}</loc></sitemap>\n`),
    '</sitemapindex>\n',
  ].join('');
}

/**
 * The content of a sitemap (sitemaps.org, protocol 0.9).
 * @param origin scheme and host, without a trailing slash
 * @param paths the pages' paths, encoded, with a leading slash
 * @param days the date of each page's last change by path, ISO 8601
 */
export function sitemapXml(
  origin: string,
  paths: readonly string[],
  days: ReadonlyMap<string, string> = new Map(),
): string {
  const urls = paths.map((path) => {
    const address = escaped(`${origin}${path}`);
    const day = days.get(path);
    const changed = day === undefined ? '' : `<lastmod>${day}</lastmod>`;
    return `  <url><loc>${address}</loc>${changed}</url>\n`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n',
    ...urls,
    '</urlset>\n',
  ].join('');
}
