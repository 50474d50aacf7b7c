import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultDomainConfig } from '@dipper/contract';
import { resolve } from '@dipper/site';
import cards from './en/posts.json';
import { POSTS } from './post-ids.js';

const FOLDER = join(__dirname, 'en', 'posts');
const WORDS_A_MINUTE = 220;

const config = defaultDomainConfig('dipper.example');
const leadsSomewhere = (path: string): boolean =>
  resolve(path, config, { languages: ['en'], posts: POSTS }).status === 200;

const sourceOf = (id: string): string => readFileSync(join(FOLDER, `${id}.mdx`), 'utf8');

/** Returns the number of words in a post, not counting drawings, tags and Markdown. */
const wordsOf = (source: string): number =>
  source
    .replace(/<svg[\s\S]*?<\/svg>/g, ' ')
    .replace(/\]\([^)]*\)/g, ' ')
    .replace(/<[^>]*>|[|#*`[\]]|-{3,}/g, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** Returns the link targets of a Markdown text, without query and fragment. */
const pathsIn = (source: string): string[] =>
  [...source.matchAll(/\]\((\/[^)\s#?]*)/g)].map(([, path = '']) => path);

it('each card has a text and each text an id, all in the same order', () => {
  const files = readdirSync(FOLDER).map((file) => file.replace(/\.mdx$/, ''));
  expect(cards.map(({ id }) => id)).toEqual(POSTS);
  expect(files.sort()).toEqual([...POSTS].sort());
});

it.each(cards.map((card) => [card.id, card] as const))(
  '%s has working links, the correct reading time, and drawings with descriptions',
  (id, card) => {
    const source = sourceOf(id);
    expect(pathsIn(source).filter((path) => !leadsSomewhere(path))).toEqual([]);
    expect(card.related.filter((other) => other === id || !POSTS.includes(other))).toEqual([]);
    expect(new Set(card.related).size).toBe(2);

    const words = wordsOf(source);
    expect(words).toBeGreaterThanOrEqual(600);
    expect(words).toBeLessThanOrEqual(1100);
    expect(card.minutes).toBe(Math.round(words / WORDS_A_MINUTE));
    // Search engines truncate longer titles.
    expect(card.title.length).toBeLessThanOrEqual(60);
    expect(card.summary.length).toBeLessThanOrEqual(155);

    for (const [drawing] of source.matchAll(/<svg[\s\S]*?<\/svg>/g)) {
      expect(drawing).toMatch(/^<svg[^>]*role="img"[^>]*aria-label="[^"]{20,}"/);
      expect(drawing.length).toBeLessThanOrEqual(4096);
    }
    expect(source).toMatch(/<Figure caption="/);
  },
);
