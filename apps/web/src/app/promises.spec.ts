import {
  defaultDomainConfig,
  formatLabel,
  MESSAGES,
  soundTypeSchema,
  clipWishSchema,
  subtitleWishSchema,
} from '@dipper/contract';
import { fileTypeName } from '@dipper/media';
import { resolve } from '@dipper/site';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadTexts } from '../i18n/catalogue.js';
import home from '../i18n/en/home.json';
import { LABEL_NAMESPACES, labelsIn, LABELS } from '../i18n/labels.js';
import { HOME_READING } from '../pages/home/home-sections.js';
import type { LandingText } from '../content/content-shapes.js';
import glossary from '../content/en/glossary.json';
import help from '../content/en/help.json';
import { textPieces } from '../content/linked-text.js';
import { POSTS } from '../content/post-ids.js';
import { TEXT_LIMITS } from '../content/text-values.js';

const FOLDER = join(__dirname, '../content/en');
const sources = new Map(
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:json|mdx)$/.test(name))
    .map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]),
);
const sourceOf = (name: string): string => sources.get(name) ?? '';
const landings = [...sources.keys()].filter((name) => name.startsWith('landing/'));
/** Texts that tell visitors what this product does. */
const PROMISING = [...landings, 'help.json', 'guide.mdx'];

const strings = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(strings)
      : [];
const stringsOf = (name: string): string[] => strings(JSON.parse(sourceOf(name)));

/** Finds what a pattern captures, with the file of each match. */
const found = (pattern: RegExp, names: Iterable<string> = sources.keys()) =>
  [...names].flatMap((name) =>
    [...sourceOf(name).matchAll(pattern)].map(([, value = '']) => ({ name, value })),
  );

const PLACES = ['name', 'retention', ...Object.keys(TEXT_LIMITS)];

describe('a label of the interface that a text quotes', () => {
  const quoted = [...found(/<Label of="([^"]*)"/g), ...found(/\{\{([^}]*:[^}]*)\}\}/g)];

  it('is taken from the catalog by a key that exists', async () => {
    const texts = await loadTexts('en', LABEL_NAMESPACES);
    expect(() => labelsIn(texts as Parameters<typeof labelsIn>[0])).not.toThrow();
    const known: readonly string[] = LABELS;
    expect(quoted.filter(({ value }) => !known.includes(value))).toEqual([]);
    const used = new Set(quoted.map(({ value }) => value));
    expect(LABELS.filter((label) => !used.has(label))).toEqual([]);
  });

  it('does not contain a placeholder', async () => {
    const texts = await loadTexts('en', LABEL_NAMESPACES);
    const labels = labelsIn(texts as Parameters<typeof labelsIn>[0]);
    expect(Object.entries(labels).filter(([, text]) => text.includes('{{'))).toEqual([]);
  });

  it('is rejected if it is not in the catalog', () => {
    const nothing = { common: {}, extras: {}, preview: {}, search: {}, share: {} };
    expect(() => labelsIn(nothing)).toThrow('missing from the catalogue');
  });
});

it('fills every placeholder of a text', () => {
  const places = found(/\{\{([^}:]*)\}\}/g).filter(({ name }) => name.endsWith('.json'));
  const limits = found(/<Limit of="([^"]*)"/g);
  expect(places.length).toBeGreaterThan(20);
  expect([...places, ...limits].filter(({ value }) => !PLACES.includes(value))).toEqual([]);
});

/** Words from other programs, which are not in our catalog. */
const OF_OTHERS = ['HTTP'];
/** The label of a format in a result. */
const ROW = formatLabel({
  ...{ ext: 'mp4', quality: '1080p60', is_audio_only: false, has_audio: true },
  ...{ bitrate: null, hdr: false, watermarked: false },
});
/** The specification's sentences, cut off before a trailing placeholder. */
const FIXED = strings(MESSAGES).map((sentence) => sentence.replace(/: \{\{.*$/, ''));

it('quotes interface labels only by their keys', () => {
  const byHand = found(/“([^”{<]+)”/g, PROMISING).filter(
    ({ value }) => ![...FIXED, ...OF_OTHERS, ROW].includes(value),
  );
  expect(byHand).toEqual([]);
  // "Press Download" must refer to the button by its key. Share is a button in another app.
  const pressed = found(/\b[Pp]ress(?:ed)? ([A-Z][a-z]+)/g, PROMISING);
  expect(pressed.filter(({ value }) => value !== 'Share')).toEqual([]);
});

const config = defaultDomainConfig('dipper.example');
const anchors = new Map([
  [
    '/help-center',
    help.categories.flatMap(({ id, articles }) => [id, ...articles.map((article) => article.id)]),
  ],
  ['/terms-glossary', glossary.terms.map(({ id }) => id)],
]);

/** True for one of our canonical paths. If it has an anchor, that must exist as well. */
function isLive(link: string): boolean {
  const [path = '', id] = link.split('#');
  const at = resolve(path, config, { languages: ['en'], posts: POSTS });
  return at.status === 200 && at.canonical === path && (!id || !!anchors.get(path)?.includes(id));
}

const linksIn = (texts: readonly string[]) =>
  texts.flatMap(textPieces).flatMap(({ to }) => to ?? []);

it.each(landings)('%s links to other pages of this site, all of which exist', (name) => {
  const links = linksIn(stringsOf(name));
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((link) => !isLive(link))).toEqual([]);
  // The page renders these fields as plain text.
  const { intro, formats } = JSON.parse(sourceOf(name)) as LandingText;
  expect(linksIn([intro, ...formats.rows.map(({ detail }) => detail)])).toEqual([]);
  // A half-written link would leave Markdown in the text.
  const words = stringsOf(name).flatMap((text) => textPieces(text).map((piece) => piece.text));
  expect(words.filter((text) => text.includes(']('))).toEqual([]);
});

it('links the home page to posts, help and policies that exist', () => {
  const links = [...linksIn(strings(home)), ...HOME_READING.map(({ path }) => path)];
  expect(links.filter((link) => !isLive(link))).toEqual([]);
  expect(links.filter((link) => link.startsWith('/blog/')).length).toBeGreaterThan(2);
  expect(links.some((link) => link.startsWith('/help-center'))).toBe(true);
});

it('links every post from a page that is not a post, and every platform from a post', () => {
  const posts = [...sources.keys()].filter((name) => name.startsWith('posts/'));
  const pathsIn = (names: readonly string[]) =>
    names.flatMap((name) =>
      [...sourceOf(name).matchAll(/\]\((\/[^)#\s]*)/g)].map(([, path = '']) => path),
    );
  const outside = [...pathsIn(PROMISING), ...HOME_READING.map(({ path }) => path)];
  expect(POSTS.filter((id) => !outside.includes(`/blog/${id}`))).toEqual([]);
  const inPosts = pathsIn(posts);
  const platforms = config.supportedPlatforms.map(({ id }) => `/${id}-downloader`);
  expect(platforms.filter((path) => !inPosts.includes(path))).toEqual([]);
});

/** File types as they are written in texts. */
const TYPE =
  /\b(MP3|MP4|M4A|M4V|MOV|AAC|WAV|FLAC|Opus|Ogg|WebM|WebP|GIF|MKV|AVI|WMV|FLV|WMA|AIFF|ALAC|3GP|SRT|VTT|ASS)\b/g;
/** Types that come from the source unchanged; libs/media lists them. */
const PASSED_ON = ['mp4', 'webm', 'm4a', 'mp3', 'ogg', 'mov', 'm4v', 'aac', 'opus'];
/** Mentioned only to say that it is not offered (landing/bilibili.json). */
const DECLINED = ['FLV'];

it('promises no file type that the code does not offer', () => {
  const made = [
    ...soundTypeSchema.options,
    ...clipWishSchema.shape.as.def.innerType.options,
    ...subtitleWishSchema.shape.format.options,
  ];
  const offered = [...made, ...PASSED_ON].map((type) => type.toLowerCase());
  const named = found(TYPE, PROMISING).map(({ value }) => value);
  expect(new Set(named).size).toBeGreaterThan(8);
  const missing = named.filter(
    (type) => !offered.includes(type.toLowerCase()) && !DECLINED.includes(type),
  );
  expect([...new Set(missing)]).toEqual([]);
  expect(PASSED_ON.map((type) => fileTypeName(type)).filter((name) => name === '')).toEqual([]);
});

it('states no limit as a literal number if the code defines it', () => {
  const { bundleEntries, listEntries, loopSeconds } = TEXT_LIMITS;
  const limits = new RegExp(
    `\\b((?:first|latest|up to|than) (?:${listEntries}|${bundleEntries})|${loopSeconds} seconds)\\b`,
    'gi',
  );
  expect(found(limits, PROMISING)).toEqual([]);
});

it('refers only to existing specs as proof of its claims', () => {
  const root = join(__dirname, '../../../..');
  const specs = ['apps', 'libs', 'test']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
    .filter((name) => /\.spec\.tsx?$/.test(name) && !name.includes('node_modules'))
    .map((name) => name.replace(/^.*\//, ''));
  const rows = readFileSync(join(root, 'docs/claims.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1);
  const named = rows.flatMap((row) =>
    [...(row.split('|')[3] ?? '').matchAll(/`([\w.-]+)`/g)].map(([, name = '']) => name),
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !specs.some((spec) => spec.startsWith(`${name}.`)))).toEqual([]);
});
