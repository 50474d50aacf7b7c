import type * as real from '../testing/files-by-language.js';
import { contentAt, contentModules, hasContent, loadContent } from './load-content.js';

const mockPosts = { default: [] };
jest.mock('../testing/files-by-language.js', () => ({
  FILES: {
    ...jest.requireActual<typeof real>('../testing/files-by-language.js').FILES,
    './files/de.ts': () =>
      Promise.resolve({
        CONTENT: {
          './posts.json': () => Promise.resolve(mockPosts),
          './terms.mdx': () => Promise.resolve({}),
        },
      }),
  },
}));

it("loads the language's own text", async () => {
  await loadContent('de', ['posts']);
  expect(contentAt('de', 'posts')).toEqual({ text: mockPosts, language: 'de' });
});

it.each([
  ['is not translated', 'de', 'guide'],
  ['exists only in English', 'de', 'terms'],
  ['is asked for in a language without texts', 'xx', 'guide'],
])('falls back to English and reports that language if a text %s', async (_, language, key) => {
  expect(hasContent(language, [key])).toBe(false);
  await loadContent(language, [key]);
  expect(hasContent(language, [key])).toBe(true);
  expect(contentAt(language, key).text).toHaveProperty('meta.title');
  expect(contentAt(language, key).language).toBe('en');
});

it('lists the files to preload with the page', async () => {
  expect(await contentModules('de', [])).toEqual([]);
  expect(await contentModules('de', ['posts', 'guide', 'nothing'])).toEqual([
    'src/content/find-content.ts',
    'src/i18n/files/de.ts',
    'src/content/de/posts.json',
    'src/i18n/files/en.ts',
    'src/content/en/guide.mdx',
  ]);
});

it('throws for content that is not loaded or does not exist', async () => {
  expect(() => contentAt('xx', 'terms')).toThrow('content/xx/terms is not loaded');
  await expect(loadContent('en', ['../../etc'])).rejects.toThrow('content/en/../../etc is missing');
});
