import { DomainError } from '../../infra/http/domain-error.js';
import { offersOf } from '../formats/offers.js';
import { picture, sound, sourceInfo } from '../testing/recorded-page.js';
import { boundSource, MAX_STORED_LENGTH } from './extraction-size.js';

/** A page with segments: two rows of its own and two for each other language. */
function dubbed(characters: number, languages: readonly string[]) {
  const segments = [`https://cdn.example/${'s'.repeat(characters)}`];
  const info = sourceInfo([
    picture({ segments, protocol: 'dash' }),
    sound({ language: 'en', languagePreference: 10 }),
    ...languages.map((language) => sound({ id: language, language })),
  ]);
  return { info, offers: offersOf(info) };
}

describe('boundSource', () => {
  const languages = ['de', 'es', 'fr', 'it'];
  const idsOf = ({ offers }: Pick<ReturnType<typeof dubbed>, 'offers'>): string[] =>
    offers.map(({ main, language }) => `${main.id} ${language ?? 'original'}`);

  it('keeps a page that fits', () => {
    const source = { ...dubbed(1000, languages), info: sourceInfo([]) };
    expect(boundSource(source)).toBe(source);
    expect(source.offers).toHaveLength(2 + 2 * languages.length);
  });

  it('drops other languages before it refuses a page', () => {
    const source = { ...dubbed(MAX_STORED_LENGTH / 4, languages), info: sourceInfo([]) };
    expect(idsOf({ offers: [...boundSource(source).offers] })).toEqual([
      'v original',
      'a original',
    ]);
  });

  it('refuses a page that is too large even without them', () => {
    const source = { ...dubbed(MAX_STORED_LENGTH, languages), info: sourceInfo([]) };
    expect(() => boundSource(source)).toThrow(DomainError);
  });
});
