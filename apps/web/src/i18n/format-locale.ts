/**
 * Returns the locale for formatting numbers and dates in a language. It uses Latin digits, like
 * those in sentences, times and names of formats ("1080p"), and the Gregorian calendar, which our
 * texts use. Without these settings, both would depend on the version of the locale data, but the
 * server and the browser must render the same text.
 */
export function formatLocale(language: string): string {
  return new Intl.Locale(language, { numberingSystem: 'latn', calendar: 'gregory' }).toString();
}
