/** @jest-environment node */
import {
  contentAt,
  contentLanguage,
  contentModules,
  hasContent,
  loadContent,
} from './load-content.js';

it('loads a text in English where its language has none, and says so', async () => {
  expect(hasContent('de', ['guide'])).toBe(false);
  await loadContent('de', ['guide']);
  expect(hasContent('de', ['guide'])).toBe(true);
  expect(contentAt('de', 'guide').text).toHaveProperty('meta.title');
  expect(contentLanguage('de', ['guide'])).toBe('en');
  expect(contentLanguage('de', [])).toBe('de');
});

it('names the files, so that they are fetched with the page', async () => {
  expect(await contentModules('de', [])).toEqual([]);
  expect(await contentModules('de', ['posts', 'guide', 'nothing'])).toEqual([
    'src/content/found-content.ts',
    'src/content/en/posts.json',
    'src/content/en/guide.mdx',
  ]);
});

it('is a mistake to show what was not loaded, or to ask for what there is not', async () => {
  expect(() => contentAt('en', 'terms')).toThrow('content/en/terms is not loaded');
  await expect(loadContent('en', ['../../etc'])).rejects.toThrow('content/en/../../etc is missing');
});
