import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalPageUrl, detectPlatform, linkInText, PLATFORMS } from '@dipper/media';
import * as z from 'zod/mini';
import type { LandingText } from './content-shapes.js';
import { plainText } from './linked-text.js';

const FOLDER = join(__dirname, 'en', 'landing');
/** The page for all podcasts. Its example links belong to no single platform. */
const ANY_PODCAST = 'podcasts';

const line = z.string().check(z.trim(), z.minLength(1));
const listOf = <Item extends z.ZodMiniType>(item: Item, least: number, most: number) =>
  z.array(item).check(z.minLength(least), z.maxLength(most));
const titled = { heading: line };

/** Search engines truncate titles and descriptions beyond these limits. */
const shape = z.strictObject({
  title: line.check(z.maxLength(45)),
  description: line.check(z.maxLength(155)),
  heading: line,
  intro: line,
  links: z.strictObject({
    ...titled,
    text: line,
    shapes: listOf(
      z.strictObject({ example: z.url(), what: line, license: z.optional(line) }),
      3,
      6,
    ),
  }),
  formats: z.strictObject({
    ...titled,
    text: line,
    rows: listOf(z.strictObject({ name: line, detail: line }), 3, 6),
  }),
  limits: z.strictObject({
    ...titled,
    items: listOf(z.strictObject({ what: line, why: line }), 3, 5),
  }),
  steps: z.strictObject({
    ...titled,
    items: listOf(z.strictObject({ title: line, text: line }), 3, 5),
  }),
  questions: z.strictObject({
    ...titled,
    items: listOf(z.strictObject({ question: line, answer: line }), 5, 5),
  }),
  plate: z.strictObject({
    description: line,
    caption: line,
  }),
});

const names = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace(/\.json$/, ''));
const rawOf = (name: string): string => readFileSync(join(FOLDER, `${name}.json`), 'utf8');
const textOf = (name: string): LandingText => shape.parse(JSON.parse(rawOf(name)));

/** Returns every string that is prose, which excludes URLs. */
function prose({ plate, links, ...rest }: LandingText): string[] {
  const shapes = links.shapes.map(({ what }) => what);
  const strings = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value as object).flatMap(strings);
  return strings([rest, { ...links, shapes }, plate]).map(plainText);
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}’']+/gu) ?? [];

/** Returns all distinct sequences of three words in a text. */
function triples(texts: readonly string[]): Set<string> {
  const found = texts
    .map(wordsOf)
    .flatMap((words) => words.slice(2).map((_, at) => words.slice(at, at + 3).join(' ')));
  return new Set(found);
}

/** Returns the share of the smaller set that is also in the larger one, 0 to 1. */
function shareInCommon(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  return [...small].filter((item) => large.has(item)).length / small.size;
}

it('each platform with a landing page has a text, and so do podcasts', () => {
  const pages = PLATFORMS.filter(({ landing }) => landing).map(({ id }) => id);
  expect(names.sort()).toEqual([...pages, ANY_PODCAST].sort());
});

describe.each(names)('%s', (name) => {
  it('has every part within its size limits', () => {
    const { error } = shape.safeParse(JSON.parse(rawOf(name)));
    expect(error?.issues ?? []).toEqual([]);
    const words = prose(textOf(name)).flatMap((text) => text.split(/\s+/));
    expect(words.length).toBeGreaterThanOrEqual(450);
    expect(words.length).toBeLessThanOrEqual(700);
  });

  it('shows example links that are recognized as links of its own platform', () => {
    const examples = textOf(name).links.shapes.map(({ example }) => example);
    expect(new Set(examples.map(canonicalPageUrl)).size).toBeGreaterThan(1);
    for (const example of examples) {
      const platform = detectPlatform(example);
      expect(name === ANY_PODCAST ? platform?.podcast : platform?.id).toBe(
        name === ANY_PODCAST ? true : name,
      );
      // The canonical form must belong to the same platform.
      expect(linkInText(example)).toBe(example);
      expect(detectPlatform(canonicalPageUrl(example))).toBe(platform);
    }
  });

  it('is plain text without markup or the names of brands and tools', () => {
    const text = prose(textOf(name)).join('\n');
    expect(text).not.toMatch(/dipper|yt-dlp|ffmpeg|[kM]bit|!|\]\(|`|<\w/i);
  });
});

/** Licenses that allow everybody to keep a copy. */
const OPEN_LICENSE = /, (?:CC BY(?:-SA)?|public domain in the US)$/;

it.each(names)('%s only lets visitors try openly licensed examples', (name) => {
  const licenses = textOf(name).links.shapes.flatMap(({ license }) => license ?? []);
  expect(licenses.filter((license) => !OPEN_LICENSE.test(license))).toEqual([]);
});

/**
 * The pages of audio-only sites. Their aliases nevertheless include "-to-mp4-4k" (specification
 * §2).
 */
const audioPages = PLATFORMS.filter(({ kind, landing }) => landing && kind === 'audio').map(
  ({ id }) => id as string,
);

it.each([...audioPages, ANY_PODCAST])(
  '%s does not promise video in the texts shown by search engines',
  (name) => {
    const { title, description, heading } = textOf(name);
    expect([title, description, heading].join(' ')).not.toMatch(/MP4|4K|1080|720|HD\b|video/i);
  },
);

it('states what the page is for in every title and heading', () => {
  const texts = names.map(textOf);
  expect(texts.filter(({ title }) => !/downloader/.test(title))).toEqual([]);
  expect(texts.filter(({ heading }) => !/downloader/.test(heading))).toEqual([]);
});

it('shares less than a third of its wording with any other text', () => {
  const sets = names.map((name) => [name, triples(prose(textOf(name)))] as const);
  const alike = sets.flatMap(([one, its], at) =>
    sets
      .slice(at + 1)
      .map(([other, others]) => [`${one}, ${other}`, shareInCommon(its, others)] as const),
  );
  expect(alike).toHaveLength((names.length * (names.length - 1)) / 2);
  expect(alike.filter(([, share]) => share >= 1 / 3)).toEqual([]);
});

it('detects texts that differ only in the name of the platform', () => {
  const own = prose(textOf('youtube'));
  const swapped = own.map((text) => text.replaceAll('YouTube', 'Vimeo'));
  expect(shareInCommon(triples(own), triples(swapped))).toBeGreaterThan(1 / 3);
});
