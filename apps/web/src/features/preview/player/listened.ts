import { readDevice, writeDevice } from '../../../lib/browser/device-store.js';

/** Where the visitor stopped listening. */
interface Place {
  readonly link: string;
  /** Seconds from the start. */
  readonly time: number;
  /** When it was stored, milliseconds since 1970. */
  readonly at: number;
}

const KEY = 'listened';
const MAX_PLACES = 30;
const KEPT_MS = 90 * 24 * 3600 * 1000;
/** Shorter audio is heard in one go, seconds. */
const LONG = 600;
/** Positions this close to the start or the end are not worth resuming, seconds. */
const MARGIN = 30;

function isPlace(value: unknown): value is Place {
  const { link, time, at } = Object(value) as Record<string, unknown>;
  return (
    typeof link === 'string' &&
    typeof time === 'number' &&
    typeof at === 'number' &&
    Number.isFinite(time) &&
    time >= 0
  );
}

function places(now: number): readonly Place[] {
  const value = readDevice(KEY);
  return (Array.isArray(value) ? value : [])
    .filter(isPlace)
    .filter(({ at }) => Math.abs(now - at) < KEPT_MS)
    .slice(0, MAX_PLACES);
}

/** Whether a position is worth storing; both arguments in seconds. */
export function isWorthKeeping(time: number, duration: number): boolean {
  return Number.isFinite(duration) && duration >= LONG && time > MARGIN && time < duration - MARGIN;
}

/** Stores the position in a page's item; removes it near the start or end. */
export function keepPlace(
  link: string,
  { time, duration }: { readonly time: number; readonly duration: number },
  now = Date.now(),
): void {
  const known = places(now);
  const others = known.filter((place) => place.link !== link);
  const isKept = isWorthKeeping(time, duration);
  if (isKept || others.length < known.length) {
    const place = { link, time: Math.floor(time), at: now };
    writeDevice(KEY, (isKept ? [place, ...others] : others).slice(0, MAX_PLACES));
  }
}

/** The position to resume a page's item at, seconds; null for the start. */
export function placeOf(link: string, duration: number, now = Date.now()): number | null {
  const time = places(now).find((place) => place.link === link)?.time ?? null;
  return time !== null && isWorthKeeping(time, duration) ? time : null;
}
