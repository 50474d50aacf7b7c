/**
 * Returns the locale for formatting numbers and dates in a language. It uses Latin digits, as in
 * sentences, times and names of formats ("1080p"), and the Gregorian calendar, like our texts.
 * Without these settings, both would depend on the version of the locale data, but server and
 * browser must render the same text.
 */
export function formatLocale(language: string): string {
  return new Intl.Locale(language, { numberingSystem: 'latn', calendar: 'gregory' }).toString();
}
