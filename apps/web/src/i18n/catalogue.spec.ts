import { PAGE_KINDS } from '@dipper/site';
import { leaves } from '../testing/language-gaps.js';
import { loadTexts, NAMESPACES } from './catalogue.js';

const placesOf = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort();

describe('the English texts', () => {
  it('have no empty text and no malformed placeholder', async () => {
    const texts = leaves(await loadTexts('en', NAMESPACES));
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.filter(([, text]) => text.trim() === '')).toEqual([]);
    for (const [, text] of texts) {
      expect(text.split('{{')).toHaveLength(placesOf(text).length + 1);
    }
  });

  it('exist for every page', async () => {
    const asked = Object.values(PAGE_KINDS).flatMap(({ namespaces }) => namespaces);
    expect(NAMESPACES).toEqual(expect.arrayContaining(asked));
    const found = Object.keys(await loadTexts('en', NAMESPACES));
    expect(found.sort()).toEqual(
      NAMESPACES.filter((name) => !['errors', 'legal'].includes(name)).sort(),
    );
  });

  it('leave error messages to the server, and have no summary of what is in English', async () => {
    expect(await loadTexts('en', ['errors', 'legal'])).toEqual({});
  });
});

it('shows English where a language has no text', async () => {
  expect(await loadTexts('xx', ['offline'])).toEqual(await loadTexts('en', ['offline']));
});
