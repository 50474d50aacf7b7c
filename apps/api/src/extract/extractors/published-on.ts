/** Plausible years. No recording is older, and a much later year is an error. */
const YEARS: readonly [number, number] = [1860, 2200];

/**
 * The UTC day of a timestamp as an ISO 8601 date; null if the timestamp is missing or implausible.
 * @param ms milliseconds since 1970
 */
export function dayOfTime(ms: number | null | undefined): string | null {
  const date = new Date(ms ?? NaN);
  const year = date.getUTCFullYear();
  return year >= YEARS[0] && year <= YEARS[1] ? date.toISOString().slice(0, 10) : null;
}

/** Converts a day in yt-dlp's notation ("20261122") to ISO 8601; null if it is invalid. */
export function dayOfDigits(text: string | null | undefined): string | null {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text ?? '') ?? [];
  const iso = `${year}-${month}-${day}`;
  // JavaScript would parse February 30 as March 2.
  return dayOfTime(Date.parse(iso)) === iso ? iso : null;
}
