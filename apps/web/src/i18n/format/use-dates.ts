import { formatLocale } from './format-locale.js';
import { useTranslation } from '../use-translation.js';

/**
 * Formats a day in the page's language: "22 November 2026" in that language's order, unaffected by
 * time zones.
 * @returns a function that formats a day in ISO 8601 ("2026-11-22")
 */
export function useDates(): (day: string) => string {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(formatLocale(i18n.language), {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return (day) => format.format(new Date(`${day}T00:00:00Z`));
}
