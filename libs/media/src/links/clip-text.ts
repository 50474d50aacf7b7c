import type { AskedClip } from './clip-in-text.js';
import { clockTime } from '../text/clock-time.js';

/** Writes a link and a clip of it as `clipInText` reads them: "https://… 0:12-0:41 as gif". */
export function clipText({ link, start, end, as }: AskedClip): string {
  const range = `${link} ${clockTime(start)}-${clockTime(end)}`;
  return as === null ? range : `${range} as ${as}`;
}
