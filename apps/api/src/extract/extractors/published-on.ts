/** Before this nothing was published that can be downloaded; later than tomorrow's years are a mistake. */
const YEARS: readonly [number, number] = [1860, 2200];

/** The day of a moment (UTC), ISO 8601. @param ms since 1970; null for what is no moment */
export function dayOfTime(ms: number | null | undefined): string | null {
  const date = new Date(ms ?? NaN);
  const year = date.getUTCFullYear();
  return year >= YEARS[0] && year <= YEARS[1] ? date.toISOString().slice(0, 10) : null;
}

/** The day that yt-dlp writes as "20261122"; null for what is none. */
export function dayOfDigits(text: string | null | undefined): string | null {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text ?? '') ?? [];
  const iso = `${year}-${month}-${day}`;
  // JavaScript takes February 30 for March 2.
  return dayOfTime(Date.parse(iso)) === iso ? iso : null;
}
