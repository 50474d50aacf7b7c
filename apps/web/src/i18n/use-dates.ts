import { useTranslation } from './use-translation.js';

/**
 * Writes a day in the page's language: "22 November 2026" in its own order. A day is the same
 * everywhere: no time zone moves it.
 * @returns (day: ISO 8601, "2026-11-22") → words
 */
export function useDates(): (day: string) => string {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long', timeZone: 'UTC' });
  return (day) => format.format(new Date(`${day}T00:00:00Z`));
}
