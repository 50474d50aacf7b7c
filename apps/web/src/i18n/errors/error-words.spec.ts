import { type ErrorCode, ERRORS, errorReply, type ErrorValues } from '@dipper/contract';
import { loadTexts } from '../catalogue.js';
import { createI18n } from '../create-i18n.js';
import { errorWords } from './error-words.js';
import { pseudo } from '../pseudo.js';

/** A language with other number formats and four plural forms. */
const polish = createI18n('pl', {
  common: { units: { GB: '{{value}} GB!' } },
  errors: {
    BUSY_one: 'Za {{seconds}} sekundę',
    BUSY_few: 'Za {{seconds}} sekundy',
    BUSY_many: 'Za {{seconds}} sekund',
    BUSY_other: 'Za {{seconds}} sekundy',
    FILE_TOO_LARGE: 'Więcej niż {{bytes}}',
  },
});
const said = (code: ErrorCode, values?: ErrorValues) => {
  const { error: sentence, ...rest } = errorReply(code, values);
  return { sentence, ...rest };
};

describe('errorWords', () => {
  it.each([
    [said('BUSY', { seconds: 1 }), 'Za 1 sekundę'],
    [said('BUSY', { seconds: 3 }), 'Za 3 sekundy'],
    [said('BUSY', { seconds: 1200 }), 'Za 1200 sekund'],
    [said('FILE_TOO_LARGE', { bytes: 1.5 * 1024 ** 3 }), 'Więcej niż 1,5 GB!'],
  ])('translates %j', (error, words) => {
    expect(errorWords(error, polish)).toBe(words);
  });

  it.each([
    ['a code without a text', said('DISK_FULL')],
    ['an unknown code', { sentence: 'New.', code: 'NEW_THING' }],
    ['no code', { sentence: 'It broke.' }],
    ['a number that is missing', { sentence: 'In a while.', code: 'BUSY' }],
    [
      'a number with a different name',
      { sentence: 'Later.', code: 'BUSY', values: { minutes: 2 } },
    ],
    ['the code constructor', { sentence: 'Odd.', code: 'constructor' }],
    ['a code that looks like a path', { sentence: 'Odd.', code: 'common:units.GB' }],
  ])("falls back to the server's English for %s", (_, error) => {
    expect(errorWords(error, polish)).toBe(error.sentence);
  });

  it('is undefined without an error message', () => {
    expect(errorWords({}, polish)).toBeUndefined();
    expect(errorWords({ sentence: null, code: null }, polish)).toBeUndefined();
  });

  it("uses the server's English on English pages and if texts are not loaded", () => {
    const error = said('BUSY', { seconds: 3 });
    for (const language of ['en', 'pl']) {
      expect(errorWords(error, createI18n(language, { common: {} }))).toBe(error.sentence);
    }
  });

  it('has a text for every error code with its number', async () => {
    const texts = createI18n('en-XA', await loadTexts('en-XA', ['common', 'errors']));
    const wrong = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => {
      const { value } = { value: undefined, ...ERRORS[code] };
      const words = errorWords(said(code, value && { [value]: 2 }), texts) ?? '';
      const [beginning = ''] = pseudo(ERRORS[code].message.split('{{')[0] ?? '').split(' ẋ');
      return words.includes('{{') || !words.includes(beginning);
    });
    expect(wrong).toEqual([]);
  });
});
