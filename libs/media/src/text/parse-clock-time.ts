/** The largest time that is accepted: a week. */
const LONGEST_SECONDS = 7 * 24 * 3600;

const CLOCK = /^(?:(\d{1,4}):)?(\d{1,4}):(\d{1,2}(?:[.,]\d{0,9})?)$/;
const UNITS = /^(?:(\d{1,6})h)?(?:(\d{1,6})m(?:in)?)?(?:(\d{1,7}(?:[.,]\d{0,9})?)s?)?$/i;

/**
 * Parses a time as people type it, or as links contain it: "1:02:03.5", "2:03", "123", "12,5",
 * "1h2m3s", "2m".
 * @returns seconds, to the millisecond; null if the text is invalid or the time is longer than a
 * week
 */
export function parseClockTime(text: string): number | null {
  // East Asian keyboards produce full-width digits and colons.
  const plain = text.slice(0, 40).normalize('NFKC').replace(/\s+/g, '');
  const found = CLOCK.exec(plain) ?? UNITS.exec(plain);
  if (plain === '' || found === null) {
    return null;
  }
  const [hours, minutes, seconds] = found
    .slice(1)
    .map((part) => Number((part ?? '0').replace(',', '.')));
  const sum = (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0);
  return Number.isFinite(sum) && sum <= LONGEST_SECONDS ? Math.round(sum * 1000) / 1000 : null;
}
