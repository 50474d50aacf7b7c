import { PAGES } from '@dipper/site';
import { TestServer } from '../harness/server.js';

/** A page as a crawler sees it: the HTML of the response, without running scripts. */
interface Crawled {
  readonly path: string;
  readonly status: number;
  readonly robots: string | null;
  readonly html: string;
}

let server: TestServer;
let pages: Map<string, Crawled>;

const LINK = /\shref="(\/(?!\/)[^"]*|#[^"]*)"/g;
const unescaped = (text: string) => text.replaceAll('&amp;', '&');
/** Matches linked paths that are files, not pages. */
const IS_FILE = /^\/(?:assets|icons|api)\/|\.\w+$/;

async function crawled(path: string): Promise<Crawled> {
  const reply = await fetch(server.url + path);
  const html = await reply.text();
  return { path, status: reply.status, robots: reply.headers.get('x-robots-tag'), html };
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
      (path) => path !== '' && !IS_FILE.test(path) && !found.has(path),
    );
  }
  return found;
}

beforeAll(async () => {
  server = await TestServer.shared();
  pages = await crawl();
});
afterAll(() => server.stop());

const listed = async () =>
  [...(await (await fetch(`${server.url}/sitemap.xml`)).text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  );

it('serves every page of the registry with exactly one title, description and heading', () => {
  const wrong = [...pages.values()].flatMap(({ path, status, robots, html }) => {
    const isListed = robots === null;
    const problems = {
      status: status === (path === '/nowhere' ? 404 : 200),
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
  const indexed = [...pages.values()].filter(({ robots }) => robots === null);
  const titles = indexed.map(({ html }) => /<title>([^<]+)/.exec(html)?.[1]);
  const descriptions = indexed.map(({ html }) => unescaped(content(html, 'name="description"')));
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
  expect(descriptions.filter((text, at) => descriptions.indexOf(text) !== at)).toEqual([]);
  expect(descriptions.filter((text) => text.length > 155)).toEqual([]);
});

it('lists in the sitemap exactly the pages that may be listed', async () => {
  const indexed = [...pages.values()].filter(({ robots }) => robots === null);
  expect([...(await listed())].sort()).toEqual(indexed.map(({ path }) => path).sort());
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
  const broken: string[] = [];
  const files = new Set<string>();
  for (const page of pages.values()) {
    for (const href of linksOf(page)) {
      const { pathname, hash } = new URL(href, `http://x${page.path}`);
      const id = decodeURIComponent(hash.slice(1));
      if (IS_FILE.test(pathname)) {
        files.add(pathname);
      } else if (!paths.has(pathname) && pages.get(pathname)?.robots !== 'noindex') {
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
