/**
 * Returns the locale for formatting numbers and dates in a language. Digits are Latin, because those
 * in sentences, times and names of formats ("1080p") are, and the calendar is Gregorian, because
 * those of our texts are. Otherwise both would depend on the version of the locale data, and the
 * server and the browser must render the same text.
 */
export function formatLocale(language: string): string {
  return new Intl.Locale(language, { numberingSystem: 'latn', calendar: 'gregory' }).toString();
}
