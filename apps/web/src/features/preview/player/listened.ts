import { readDevice, writeDevice } from '../../../lib/device-store.js';

/** Where somebody stopped listening. */
interface Place {
  readonly link: string;
  /** Seconds from the start. */
  readonly time: number;
  /** When, milliseconds since 1970. */
  readonly at: number;
}

const KEY = 'listened';
const MAX_PLACES = 30;
const KEPT_MS = 90 * 24 * 3600 * 1000;
/** Shorter is heard in one go, seconds. */
const LONG = 600;
/** Nobody has come back for less than this, and nobody wants the last words again. */
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

/** Whether a place in something so long is worth keeping, seconds. */
export function isWorthKeeping(time: number, duration: number): boolean {
  return Number.isFinite(duration) && duration >= LONG && time > MARGIN && time < duration - MARGIN;
}

/** Keeps where a visitor is in the item of a page; at its start or end, that there is nothing to go on with. */
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

/** Where to go on with the item of a page, seconds; null for the start. */
export function placeOf(link: string, duration: number, now = Date.now()): number | null {
  const time = places(now).find((place) => place.link === link)?.time ?? null;
  return time !== null && isWorthKeeping(time, duration) ? time : null;
}
