import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API, defaultDomainConfig, ERRORS } from '@dipper/contract';
import { resolve } from '@dipper/site';
import { createElement, type PropsWithChildren } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { GlossaryText, MdxText, PageText } from './content-shapes.js';
import glossaryFile from './en/glossary.json';
import helpFile from './en/help.json';
import { helpForDomain } from './help-for-domain.js';
import { textPieces } from './linked-text.js';
import { POSTS } from './post-ids.js';

const help = helpForDomain(helpFile, true);
const glossary: GlossaryText = glossaryFile;
const TEXTS = [
  'guide',
  'developers',
  'privacy',
  'terms',
  'dmca',
  'cookies',
  'subscription',
  'upgrade',
];
const LEGAL = ['privacy', 'terms', 'dmca', 'cookies'];

const articles = help.categories.flatMap((category) => category.articles);
const codes = articles.flatMap((article) => article.codes ?? []);

const sourceOf = (name: string): string =>
  readFileSync(join(__dirname, 'en', `${name}.mdx`), 'utf8');
const textOf = async (name: string): Promise<PageText> =>
  (await import(join(__dirname, 'en', `${name}.mdx`))) as PageText;

const twice = (ids: readonly string[]) => ids.filter((id, at) => ids.indexOf(id) !== at);

/** Returns the anchors of each page that has any, by main path. */
async function anchors(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { headings } = await textOf('guide');
  const { headings: privacy } = await textOf('privacy');
  return new Map([
    ['/privacy-policy', privacy.map(({ id }) => id)],
    ['/help-center', [...help.categories, ...articles].map(({ id }) => id).concat(codes)],
    ['/terms-glossary', glossary.terms.map(({ id }) => id)],
    ['/how-to-download-videos', headings.map(({ id }) => id)],
  ]);
}

/** Returns the links whose page or anchor does not exist. */
async function deadEnds(links: readonly string[]): Promise<readonly string[]> {
  const config = defaultDomainConfig('dipper.example');
  const ids = await anchors();
  return links.filter((link) => {
    const [path = '', id] = link.split('#');
    const { status, canonical } = resolve(path, config, { languages: ['en'], posts: POSTS });
    const isMain = canonical === path || ['/subscription', '/upgrade'].includes(path);
    return status !== 200 || !isMain || (id !== undefined && !ids.get(path)?.includes(id));
  });
}

it('every error code has one help article', () => {
  expect([...codes].sort()).toEqual(Object.keys(ERRORS).sort());
});

it('no page has duplicate anchors', () => {
  expect(twice([...help.categories, ...articles].map(({ id }) => id).concat(codes))).toEqual([]);
  expect(twice(glossary.terms.map(({ id }) => id))).toEqual([]);
});

it('links in the glossary lead only to other terms that exist', () => {
  const ids = glossary.terms.map(({ id }) => id);
  const lost = glossary.terms.flatMap(({ id, see }) =>
    see.filter((other) => other === id || !ids.includes(other)),
  );
  expect(lost).toEqual([]);
});

it('links in help articles lead only to existing anchors', async () => {
  const others = helpForDomain(helpFile, false).categories.flatMap((it) => it.articles);
  const links = [...articles, ...others]
    .flatMap(({ text }) => text.flatMap(textPieces))
    .flatMap(({ to }) => to ?? []);
  expect(links.length).toBeGreaterThan(5);
  expect(await deadEnds(links)).toEqual([]);
  const unread = articles.flatMap(({ text }) =>
    text.filter((it) =>
      /\]\(/.test(
        textPieces(it)
          .map(({ text: words }) => words)
          .join(''),
      ),
    ),
  );
  expect(unread).toEqual([]);
});

it.each(TEXTS)('%s has valid links, headings and search engine texts', async (name) => {
  const source = sourceOf(name);
  const { meta, headings } = await textOf(name);
  const links = [...source.matchAll(/\]\((\/[^)\s]*)\)/g)].map(([, link = '']) => link);
  const ofApi: readonly string[] = [API.docs, API.openApi];
  expect(await deadEnds(links.filter((link) => !ofApi.includes(link)))).toEqual([]);
  expect(twice(headings.map(({ id }) => id))).toEqual([]);
  // A component in a heading would be missing from the table of contents.
  expect(headings.filter(({ text }) => /^ | {2}| $/.test(text))).toEqual([]);
  expect(meta.title.length).toBeLessThanOrEqual(45);
  expect(meta.description.length).toBeLessThanOrEqual(155);
  // Only legal texts have a date, because somebody may have to prove which version applied.
  expect(meta.updated !== undefined).toBe(LEGAL.includes(name));
  expect(source).not.toMatch(/\[(?:name|legal name|street|number)|has to (?:name|register|list)/);
});

/** Returns the keys that pages use in the browser's storage. */
function storageKeys(): readonly string[] {
  const root = join(__dirname, '..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const sources = files
    .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .filter((source) =>
      /Storage\.setItem\(|write(?:Session|Device)(?:Text)?\(|_KEY = '/.test(source),
    );
  return sources.flatMap((source) =>
    [...source.matchAll(/KEY = '([^']+)'/g)].flatMap(([, key]) => key ?? []),
  );
}

it('documents every storage key on the cookie page', () => {
  const keys = storageKeys();
  expect(keys).toContain('refresh-extract-url');
  const text = sourceOf('cookies');
  expect(keys.filter((key) => !text.includes(`| \`${key}\` `))).toEqual([]);
});

/** Plain elements in place of the components that texts may use. */
const PARTS = Object.fromEntries(
  [
    ...['Brand', 'Contact', 'Retention', 'Figure', 'Bookmarklet', 'ShareAddress'],
    ...['WithAccounts', 'WithoutAccounts', 'DailyDownloads', 'Label', 'Limit'],
    ...['Operator', 'LegalLine', 'WhenLegal', 'DmcaAgent', 'WithAgent', 'WithoutAgent'],
  ].map((part) => [
    part,
    ({ children }: PropsWithChildren) => createElement('figure', null, children),
  ]),
);

// MDX turns text on its own line into a paragraph, even inside <text>. In browsers, that paragraph
// ends the drawing.
it.each([...TEXTS, ...POSTS.map((id) => `posts/${id}`)])(
  '%s has no paragraph inside a drawing',
  async (name) => {
    const { default: Body } = (await import(join(__dirname, 'en', `${name}.mdx`))) as MdxText;
    const html = renderToStaticMarkup(createElement(Body, { components: PARTS }));
    const drawings = html.match(/<svg[\s\S]*?<\/svg>/g) ?? [];
    expect(drawings.filter((drawing) => drawing.includes('<p>'))).toEqual([]);
  },
);
