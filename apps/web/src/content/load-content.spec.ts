import {
  contentAt,
  contentLanguage,
  contentModules,
  hasContent,
  loadContent,
} from './load-content.js';

it('falls back to English and reports that language', async () => {
  expect(hasContent('de', ['guide'])).toBe(false);
  await loadContent('de', ['guide']);
  expect(hasContent('de', ['guide'])).toBe(true);
  expect(contentAt('de', 'guide').text).toHaveProperty('meta.title');
  expect(contentLanguage('de', ['guide'])).toBe('en');
  expect(contentLanguage('de', [])).toBe('de');
});

it('lists the files to preload with the page', async () => {
  expect(await contentModules('de', [])).toEqual([]);
  expect(await contentModules('de', ['posts', 'guide', 'nothing'])).toEqual([
    'src/content/found-content.ts',
    'src/content/en/posts.json',
    'src/content/en/guide.mdx',
  ]);
});

it('throws for content that is not loaded or does not exist', async () => {
  expect(() => contentAt('xx', 'terms')).toThrow('content/xx/terms is not loaded');
  await expect(loadContent('en', ['../../etc'])).rejects.toThrow('content/en/../../etc is missing');
});
