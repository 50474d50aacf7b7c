import { deviceStore } from '../../../lib/browser/browser-store.js';

/** The position at which the visitor stopped listening. */
interface Place {
  readonly link: string;
  /** In seconds from the start. */
  readonly time: number;
  /** When the position was stored, in milliseconds since 1970. */
  readonly at: number;
}

const KEY = 'listened';
const MAX_PLACES = 30;
const KEPT_MS = 90 * 24 * 3600 * 1000;
/** In seconds. Shorter audio is usually heard in one go. */
const LONG = 600;
/** In seconds. A position this close to the start or the end is not worth resuming. */
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
  const value = deviceStore.read(KEY);
  return (Array.isArray(value) ? value : [])
    .filter(isPlace)
    .filter(({ at }) => Math.abs(now - at) < KEPT_MS)
    .slice(0, MAX_PLACES);
}

/** True if a position is worth storing. Both arguments are in seconds. */
function isWorthKeeping(time: number, duration: number): boolean {
  return Number.isFinite(duration) && duration >= LONG && time > MARGIN && time < duration - MARGIN;
}

/** Stores the playback position of a page's item, or removes it near the start or the end. */
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
    deviceStore.write(KEY, (isKept ? [place, ...others] : others).slice(0, MAX_PLACES));
  }
}

/**
 * Returns the position at which to resume a page's item, in seconds; null to start from the
 * beginning.
 */
export function placeOf(link: string, duration: number, now = Date.now()): number | null {
  const time = places(now).find((place) => place.link === link)?.time ?? null;
  return time !== null && isWorthKeeping(time, duration) ? time : null;
}
