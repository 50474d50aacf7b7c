import { DomainError } from '../../infra/errors/domain-error.js';
import { offersOf } from '../formats/offers.js';
import { picture, sound, sourceInfo } from '../testing/recorded-page.js';
import { boundSource, MAX_STORED_LENGTH } from './extraction-size.js';

/**
 * A page with segments. It has two formats in its own language, and two more in each other
 * language.
 */
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

  it('refuses a page without serializing it if its segments alone are too large', () => {
    const segments = Array.from(
      { length: 100 },
      () => `https://cdn.example/${'s'.repeat(100_000)}`,
    );
    const info = sourceInfo([
      picture({ segments, protocol: 'dash' }),
      sound({ segments, protocol: 'dash' }),
    ]);
    const serialize = jest.spyOn(JSON, 'stringify');
    expect(() => boundSource({ info: sourceInfo([]), offers: offersOf(info) })).toThrow(
      DomainError,
    );
    expect(serialize).not.toHaveBeenCalled();
    serialize.mockRestore();
  });

  it('refuses a page that is too large even without other languages', () => {
    const source = { ...dubbed(MAX_STORED_LENGTH, languages), info: sourceInfo([]) };
    expect(() => boundSource(source)).toThrow(DomainError);
  });
});
