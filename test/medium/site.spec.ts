import { directionOf, PAGES, pathIn, picturePath } from '@dipper/site';
import { LANGUAGES } from '../../apps/web/src/i18n/languages.js';
import { TestServer } from '../harness/server.js';

/** The data that a crawler gets from a page: the HTML of the response, without running scripts. */
interface Crawled {
  readonly path: string;
  readonly status: number;
  readonly robots: string | null;
  readonly html: string;
  /** False if search engines are told not to list it, or to list another page instead. */
  readonly isPublished: boolean;
}

/**
 * The languages whose pages are crawled. One besides English is enough, because all other languages
 * have the same links (apps/web/src/app/complete-languages.spec.ts).
 */
const [, OTHER = ''] = LANGUAGES;
const LEFT_OUT = LANGUAGES.filter((language) => language !== 'en' && language !== OTHER);
const isLeftOut = (path: string) => LEFT_OUT.includes(path.split('/')[1] as never);

/** Pages that exist in other languages, but are published in English only. */
const PAGES_IN_ENGLISH = [
  '/privacy-policy',
  '/terms-of-service',
  '/dmca-policy',
  '/cookie-settings',
  '/developers',
];

let server: TestServer;
let pages: Map<string, Crawled>;

const LINK = /\shref="(\/(?!\/)[^"]*|#[^"]*)"/g;
const ALTERNATE = /<link rel="alternate" hreflang="/gi;
const unescaped = (text: string) => text.replaceAll('&amp;', '&');
/** Matches linked paths that are files, not pages. */
const IS_FILE = /^\/(?:assets|icons|api)\/|\.\w+$/;

async function crawled(path: string): Promise<Crawled> {
  const reply = await fetch(server.url + path);
  const html = await reply.text();
  const robots = reply.headers.get('x-robots-tag');
  const [, canonical] = /<link rel="canonical" href="https?:\/\/[^/"]+([^"]*)"/.exec(html) ?? [];
  const isPublished = robots === null && (canonical === path || canonical === '');
  return { path, status: reply.status, robots, html, isPublished };
}

function linksOf({ html }: Crawled): string[] {
  return [...new Set([...html.matchAll(LINK)].map(([, href = '']) => unescaped(href)))];
}

const count = (html: string, pattern: RegExp) => (html.match(pattern) ?? []).length;
const content = (html: string, name: string) =>
  new RegExp(`<meta ${name} content="([^"]*)"`).exec(html)?.[1] ?? '';

/** Fetches the registry's pages and every page that they link to. */
async function crawl(): Promise<Map<string, Crawled>> {
  const found = new Map<string, Crawled>();
  let next = [...PAGES.map(({ path }) => path), '/nowhere'];
  while (next.length > 0) {
    const level = await Promise.all(next.map(crawled));
    level.forEach((page) => found.set(page.path, page));
    const linked = level.flatMap(linksOf).map((href) => href.split(/[?#]/)[0] ?? '');
    next = [...new Set(linked)].filter(
      (path) => path !== '' && !IS_FILE.test(path) && !isLeftOut(path) && !found.has(path),
    );
  }
  return found;
}

beforeAll(async () => {
  server = await TestServer.shared();
  pages = await crawl();
});
afterAll(() => server.stop());

const listedIn = async (path: string) =>
  [...(await (await fetch(server.url + path)).text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  );
/**
 * The paths in all sitemaps. The first sitemap lists the others, of which there is one for each
 * language.
 */
const listed = async () =>
  (await Promise.all((await listedIn('/sitemap.xml')).map(listedIn))).flat();

it('serves every page of the registry with exactly one title, description and heading', () => {
  const wrong = [...pages.values()].flatMap(({ path, status, robots, html }) => {
    const isListed = robots === null;
    const problems = {
      status: status === (path.endsWith('/nowhere') ? 404 : 200),
      title: count(html, /<title>[^<]+<\/title>/g) === 1,
      description: count(html, /<meta name="description" content="[^"]{20,}"/g) === 1,
      h1: count(html, /<h1[\s>]/g) === 1,
      canonical: count(html, /<link rel="canonical"/g) === (isListed ? 1 : 0),
      robots: content(html, 'name="robots"').includes('noindex') === !isListed,
      picture: count(html, /<meta property="og:image" content="http[^"]+"/g) === 1,
      data: count(html, /<script type="application\/ld\+json">/g) === (isListed ? 1 : 0),
    };
    const found = Object.entries(problems).flatMap(([name, isRight]) => (isRight ? [] : [name]));
    return found.length === 0 ? [] : [{ path, found }];
  });
  expect(wrong).toEqual([]);
});

it('gives every page its own title and description, short enough not to be cut off', () => {
  const indexed = [...pages.values()].filter(({ isPublished }) => isPublished);
  const titles = indexed.map(({ html }) => /<title>([^<]+)/.exec(html)?.[1]);
  const descriptions = indexed.map(({ html }) => unescaped(content(html, 'name="description"')));
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
  expect(descriptions.filter((text, at) => descriptions.indexOf(text) !== at)).toEqual([]);
  // Descriptions in other languages may be a little longer (complete-languages.spec.ts).
  const inEnglish = indexed.filter(({ html }) => html.includes('<html lang="en"'));
  const ours = inEnglish.map(({ html }) => unescaped(content(html, 'name="description"')));
  expect(ours.length).toBeGreaterThan(30);
  expect(ours.filter((text) => text.length > 155)).toEqual([]);
});

it('lists in the sitemap exactly the pages that may be listed', async () => {
  const indexed = [...pages.values()].filter(({ isPublished }) => isPublished);
  const paths = (await listed()).filter((path) => !isLeftOut(path));
  expect(paths.sort()).toEqual(indexed.map(({ path }) => path).sort());
});

/** The path of one page of each kind. */
const ONE_OF_EACH_KIND = [...new Map(PAGES.map(({ kind, path }) => [kind, path])).values()];

it.each(LEFT_OUT)('serves a page of each kind in %s', async (language) => {
  const translated = await Promise.all(
    ONE_OF_EACH_KIND.map(async (path) => ({
      english: pages.get(path),
      isInEnglish: PAGES_IN_ENGLISH.includes(path),
      page: await crawled(pathIn(language, path)),
    })),
  );
  const wrong = translated.flatMap(({ english, isInEnglish, page }) => {
    const { path, status, html, isPublished } = page;
    const links = [...html.matchAll(LINK)].map(([, href = '']) => href);
    const problems = {
      status: status === 200,
      language: html.includes(`<html lang="${language}" dir="${directionOf(language)}"`),
      title: count(html, /<title>[^<]+<\/title>/g) === 1,
      h1: count(html, /<h1[\s>]/g) === 1,
      published: isPublished === (english?.isPublished === true && !isInEnglish),
      // These are all languages, including the page's own, and the page for everybody else.
      alternates: count(html, ALTERNATE) === (isPublished ? LANGUAGES.length + 1 : 0),
      // Leave out scripts, which contain the strings with their placeholders.
      placeholders: !html.replace(/<script.*?<\/script>/gs, '').includes('{{'),
      links: links.some((href) => href.startsWith(`/${language}/`)),
    };
    const found = Object.entries(problems).flatMap(([name, isRight]) => (isRight ? [] : [name]));
    return found.length === 0 ? [] : [{ path, found }];
  });
  expect(wrong).toEqual([]);
});

it('draws a card with a different title for each language', async () => {
  const cards = await Promise.all(
    LANGUAGES.map(async (language) => {
      const reply = await fetch(server.url + picturePath(pathIn(language, '/')));
      return Buffer.from(await reply.arrayBuffer()).toString('base64');
    }),
  );
  expect(cards.filter((card) => !card.startsWith('iVBORw0KGgo'))).toEqual([]);
  expect(new Set(cards).size).toBe(LANGUAGES.length);
});

it.each(['/', '/youtube-downloader', '/blog', '/terms-glossary'])(
  'serves the preview image that %s refers to',
  async (path) => {
    const picture = content(pages.get(path)?.html ?? '', 'property="og:image"');
    const reply = await fetch(server.url + new URL(picture).pathname);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png']);
  },
);

it('links only to existing pages, files and anchors, and never to an alias', async () => {
  const paths = new Set(await listed());
  const anchors = new Map(
    [...pages.values()].map(({ path, html }) => [
      path,
      new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => unescaped(id))),
    ]),
  );
  // No page may link to an alias, because an alias tells search engines to list another page
  // instead.
  const isUnpublished = (path: string) => {
    const { robots = null } = pages.get(path) ?? {};
    return robots === 'noindex' || PAGES_IN_ENGLISH.some((page) => path === `/${OTHER}${page}`);
  };
  const broken: string[] = [];
  const files = new Set<string>();
  for (const page of pages.values()) {
    for (const href of linksOf(page)) {
      const { pathname, hash } = new URL(href, `http://x${page.path}`);
      const id = decodeURIComponent(hash.slice(1));
      if (IS_FILE.test(pathname)) {
        files.add(pathname);
      } else if (isLeftOut(pathname)) {
        continue;
      } else if (!paths.has(pathname) && !isUnpublished(pathname)) {
        broken.push(`${page.path}: ${href}`);
      } else if (id !== '' && anchors.get(pathname)?.has(id) !== true) {
        broken.push(`${page.path}: ${href} (anchor)`);
      }
    }
  }
  expect(broken).toEqual([]);
  const statuses = await Promise.all(
    [...files].map(async (path) => [path, (await fetch(server.url + path)).status]),
  );
  expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
});
