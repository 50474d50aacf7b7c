import { formatLocale } from './format-locale.js';
import { useTranslation } from '../use-translation.js';

/**
 * Formats days in the page's language: "22 November 2026" in that language's order. Days are those
 * of UTC, on the server as in every browser.
 * @returns a function that formats the day of a date or moment in ISO 8601 ("2026-11-22")
 */
export function useDates(): (moment: string) => string {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(formatLocale(i18n.language), {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return (moment) => format.format(new Date(moment));
}
