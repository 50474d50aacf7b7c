import { languageOf, supportedLanguage } from './languages.js';

describe('supportedLanguage', () => {
  it.each([
    ['en', 'en'],
    ['en-GB', 'en'],
    ['EN', 'en'],
    ['', 'en'],
    ['xx', 'en'],
    ['constructor', 'en'],
    ['__proto__', 'en'],
  ])('%j is served in %s', (tag, language) => {
    expect(supportedLanguage(tag)).toBe(language);
  });
});

describe('the English catalogue', () => {
  const leaves = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value as object).flatMap(leaves);

  it('has no empty text and no place that is not closed', async () => {
    const texts = leaves(await languageOf('en').load());
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.filter((text) => text.trim() === '')).toEqual([]);
    const opened = texts.join(' ').match(/\{\{/g)?.length;
    expect(texts.join(' ').match(/\{\{\w+\}\}/g)).toHaveLength(opened ?? 0);
  });
});
