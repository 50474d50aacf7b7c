import { type RefObject, useEffect, useState } from 'react';
import { deviceStore } from '../../../lib/browser/browser-store.js';
import { steadyMs } from '../../../lib/time/steady-ms.js';

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

const EVERY_MS = 5000;

/**
 * Resumes long audio where the visitor stopped on this device, and stores the position.
 * @param link the link of the audio's page; if null, nothing is stored
 * @returns whether playback has resumed
 */
export function useListened(
  media: RefObject<HTMLMediaElement | null>,
  link: string | null,
): boolean {
  const [goesOn, setGoesOn] = useState(false);
  useEffect(() => {
    const element = media.current;
    if (element === null || link === null) {
      return;
    }
    let keptAt = steadyMs();
    let isKnown = false;
    const keep = () => {
      // While media is loaded again, its duration is unknown, which must not remove the position.
      if (isKnown && !Number.isNaN(element.duration)) {
        keptAt = steadyMs();
        keepPlace(link, { time: element.currentTime, duration: element.duration });
      }
    };
    const resume = () => {
      const place = isKnown ? null : placeOf(link, element.duration);
      isKnown = true;
      if (place !== null && element.currentTime === 0) {
        element.currentTime = place;
        setGoesOn(true);
      }
    };
    const tick = () => steadyMs() - keptAt >= EVERY_MS && !element.paused && keep();
    const watched = new AbortController();
    const { signal } = watched;
    element.addEventListener('loadedmetadata', resume, { signal });
    if (element.readyState >= HTMLMediaElement.HAVE_METADATA) {
      // The metadata had loaded before the listener was added.
      queueMicrotask(resume);
    }
    element.addEventListener('timeupdate', tick, { signal });
    element.addEventListener('pause', keep, { signal });
    element.addEventListener('ended', keep, { signal });
    window.addEventListener('pagehide', keep, { signal });
    return () => {
      keep();
      watched.abort();
    };
  }, [media, link]);
  return goesOn;
}
