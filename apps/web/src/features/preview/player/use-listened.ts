import { type RefObject, useEffect, useState } from 'react';
import { steadyMs } from '../../../lib/time/steady-ms.js';
import { keepPlace, placeOf } from './listened.js';

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
      if (isKnown) {
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
