/**
 * Parses a duration in the form used by podcasts (`HH:MM:SS`, `MM:SS` or seconds, also with
 * fractions) into seconds; null for any other text. Minutes without hours may exceed 59.
 */
export function clockSeconds(text: string | null | undefined): number | null {
  const parts = (text ?? '').trim().replace(/：/g, ':').split(':');
  if (parts.length > 3 || !parts.every((part) => /^\d{1,7}(\.\d{1,9})?$/.test(part))) {
    return null;
  }
  const numbers = parts.map(Number);
  const withinHour = numbers.slice(1).every((number) => number < 60);
  return withinHour ? numbers.reduce((seconds, number) => seconds * 60 + number, 0) : null;
}

const WORDS =
  /^(?:(\d{1,4})\s?(?:h|hr|hrs|hours?|小时|時間)\.?,?\s?)?(?:(\d{1,6})\s?(?:m|mins?|minutes?|分钟?|分)\.?,?\s?)?(?:(\d{1,6})\s?(?:s|secs?|seconds?|秒)\.?)?$/i;

/**
 * Parses a duration that is spelled out, as in some feeds ("1h 2m 3s", "31 min", "1小时2分"), into
 * seconds; null for any other text.
 */
export function spelledSeconds(text: string | null | undefined): number | null {
  const parts = WORDS.exec(text?.trim() ?? '')?.slice(1);
  if (parts === undefined || parts.every((part) => part === undefined)) {
    return null;
  }
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  return (hours * 60 + minutes) * 60 + seconds;
}

const ISO = /^P(?:(\d{1,3})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,6})M)?(?:(\d{1,8}(?:\.\d{1,9})?)S)?)?$/i;

/**
 * Parses an ISO 8601 duration, as in schema.org data ("PT1H59M"), into seconds; null for any other
 * value.
 */
export function isoSeconds(text: unknown): number | null {
  const parts = typeof text === 'string' ? ISO.exec(text.trim())?.slice(1) : undefined;
  if (parts === undefined || parts.every((part) => part === undefined)) {
    return null;
  }
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}
