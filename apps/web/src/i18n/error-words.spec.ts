import { type ErrorCode, ERRORS, errorReply, type ErrorValues } from '@dipper/contract';
import { loadTexts } from './catalogue.js';
import { createI18n } from './create-i18n.js';
import { errorWords } from './error-words.js';
import { pseudo } from './pseudo.js';

/** A language whose numbers are not written like the English ones, with four plural forms. */
const polish = createI18n('pl', {
  common: { units: { GB: '{{value}} GB!' } },
  errors: {
    BUSY_one: 'Za {{seconds}} sekundę',
    BUSY_few: 'Za {{seconds}} sekundy',
    BUSY_many: 'Za {{seconds}} sekund',
    BUSY_other: 'Za {{seconds}} sekundy',
    FILE_TOO_LARGE: 'Więcej niż {{bytes}}',
    SOURCE_DAMAGED: 'Uszkodzony{{where}}',
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
    [said('SOURCE_DAMAGED'), 'Uszkodzony'],
  ])('words %j', (error, words) => {
    expect(errorWords(error, polish)).toBe(words);
  });

  it.each([
    ['a code that the texts do not know', said('DISK_FULL')],
    ['a code that nobody knows', { sentence: 'New.', code: 'NEW_THING' }],
    ['no code', { sentence: 'It broke.' }],
    ['a number that did not come', { sentence: 'In a while.', code: 'BUSY' }],
    ['another number', { sentence: 'Later.', code: 'BUSY', values: { minutes: 2 } }],
    ['a code that is a field of every object', { sentence: 'Odd.', code: 'constructor' }],
    ['a code that looks like a path', { sentence: 'Odd.', code: 'common:units.GB' }],
  ])('gives the English of the server for %s', (_, error) => {
    expect(errorWords(error, polish)).toBe(error.sentence);
  });

  it('says nothing where the server did not', () => {
    expect(errorWords({}, polish)).toBeUndefined();
    expect(errorWords({ sentence: null, code: null }, polish)).toBeUndefined();
  });

  it('leaves English to the server, and every language whose texts did not come', () => {
    const error = said('BUSY', { seconds: 3 });
    for (const language of ['en', 'pl']) {
      expect(errorWords(error, createI18n(language, { common: {} }))).toBe(error.sentence);
    }
  });

  it.each(Object.keys(ERRORS) as ErrorCode[])('has words for %s with its number', async (code) => {
    const texts = await loadTexts('en-XA', ['common', 'errors']);
    const { value } = { value: undefined, ...ERRORS[code] };
    const words = errorWords(said(code, value && { [value]: 2 }), createI18n('en-XA', texts));
    expect(words).not.toMatch(/\{\{/);
    expect(words).toContain(pseudo(ERRORS[code].message.split('{{')[0] ?? '').split(' ẋ')[0]);
  });
});
