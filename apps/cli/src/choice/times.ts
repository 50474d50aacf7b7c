import { parseClockTime } from '@dipper/media';

/** In seconds; `start` is before `end`. */
export interface Times {
  readonly start: number;
  readonly end: number;
}

/** Parses "0:12-0:41" or "12s-1m"; null unless the text consists of two times in order. */
export function parseTimes(text: string): Times | null {
  const [from = '', to = '', ...more] = text.split(/[-–—]/);
  const [start, end] = [parseClockTime(from), parseClockTime(to)];
  return start === null || end === null || start >= end || more.length > 0 ? null : { start, end };
}
