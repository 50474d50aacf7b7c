import { useTranslation } from '../use-translation.js';
import { formatLocale } from './format-locale.js';

/** @returns a function that formats a number in the page's language */
export function useNumbers(): (value: number, options?: Intl.NumberFormatOptions) => string {
  const { i18n } = useTranslation();
  const locale = formatLocale(i18n.language);
  return (value, options) => new Intl.NumberFormat(locale, options).format(value);
}
