import { displayBitrate, listSize } from '@dipper/media';
import common from '../en/common.json';
import { createI18n } from '../create-i18n.js';
import { unitsOf } from './units.js';

const KB = 1024;
const SIZES = [0, 1, 1023, KB, 1536, 9_999_999, KB ** 3 - 1, 4.25 * KB ** 3, 5000 * KB ** 3];
const RATES = [0.4, 1, 128, 999.6, 1000, 1150, 4520.4, 123_456];

describe('English units', () => {
  const english = unitsOf(createI18n('en', { common }));

  it('match the specification', () => {
    expect(SIZES.map(english.listSize)).toEqual(SIZES.map(listSize));
    expect(RATES.map(english.bitrate)).toEqual(RATES.map(displayBitrate));
    expect(english.previewSize(5 * KB ** 3)).toBe('5120.0 MB');
    expect(english.previewSize(1536)).toBe('1.5 KB');
  });

  it('are empty for unknown values', () => {
    expect([english.listSize(-1), english.previewSize(Number.NaN), english.bitrate(0)]).toEqual([
      '',
      '',
      '',
    ]);
  });
});

it.each([
  ['de', '1,5 Mo', '1234'],
  ['fr', '1,5 Mo', '1234'],
  // The digits are Latin, as in all texts.
  ['ar', '1.5 Mo', '1234'],
  ['fa', '1.5 Mo', '1234'],
])('uses the decimal separator and unit names of %s', (language, size, number) => {
  const units = unitsOf(createI18n(language, { common: { units: { MB: '{{value}} Mo' } } }));
  expect(units.previewSize(1.5 * KB ** 2)).toBe(size);
  expect(units.number(1234)).toBe(number);
});
