import { isPseudo } from './language-tags.js';
import { PAGES, pathIn, postPage } from './page-paths.js';
import { type PageConfig, type PagesOffered, resolve } from './resolve.js';

/**
 * The canonical paths in the sitemap of a domain, page by page, each in every language. Leaves out
 * aliases, and pages that are not served, disabled or not indexable. Posts come last.
 */
export function sitemapPages(config: PageConfig, offered: PagesOffered): readonly string[] {
  const languages = [null, ...offered.languages.filter((language) => !isPseudo(language))];
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

/**
 * The content of sitemap.xml (sitemaps.org, protocol 0.9).
 * @param origin scheme and host, without a trailing slash
 * @param paths encoded, with a leading slash
 * @param days date of the last change by path, ISO 8601
 */
export function sitemapXml(
  origin: string,
  paths: readonly string[],
  days: ReadonlyMap<string, string> = new Map(),
): string {
  const urls = paths.map((path) => {
    const address = `${origin}${path}`.replace(/[&<>"']/g, (it) => XML_ESCAPES[it] ?? it);
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
