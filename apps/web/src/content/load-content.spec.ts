import {
  contentAt,
  contentLanguage,
  contentModules,
  hasContent,
  loadContent,
} from './load-content.js';

it('falls back to English and reports that language', async () => {
  expect(hasContent('xx', ['guide'])).toBe(false);
  await loadContent('xx', ['guide']);
  expect(hasContent('xx', ['guide'])).toBe(true);
  expect(contentAt('xx', 'guide').text).toHaveProperty('meta.title');
  expect(contentLanguage('xx', ['guide'])).toBe('en');
  expect(contentLanguage('xx', [])).toBe('xx');
});

it('lists the files to preload with the page', async () => {
  expect(await contentModules('xx', [])).toEqual([]);
  expect(await contentModules('xx', ['posts', 'guide', 'nothing'])).toEqual([
    'src/content/found-content.ts',
    'src/content/en/posts.json',
    'src/content/en/guide.mdx',
  ]);
});

it('throws for content that is not loaded or does not exist', async () => {
  expect(() => contentAt('xx', 'terms')).toThrow('content/xx/terms is not loaded');
  await expect(loadContent('en', ['../../etc'])).rejects.toThrow('content/en/../../etc is missing');
});
