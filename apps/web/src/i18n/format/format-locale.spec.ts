import { formatLocale } from './format-locale.js';

const DAY = new Date('2026-11-22T00:00:00Z');

it.each([
  ['en', 'November 22, 2026', '1,234.5'],
  ['de', '22. November 2026', '1.234,5'],
  ['ar', '22 نوفمبر 2026', '1,234.5'],
  ['fa', '22 نوامبر 2026', '1,234.5'],
  ['ja', '2026年11月22日', '1,234.5'],
])('formats dates and numbers of %s with Latin digits: %s, %s', (language, day, number) => {
  const locale = formatLocale(language);
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  // Invisible marks only set the direction.
  expect(dates.format(DAY).replace(/\p{Cf}/gu, '')).toBe(day);
  expect(new Intl.NumberFormat(locale).format(1234.5).replace(/\p{Cf}/gu, '')).toBe(number);
});
