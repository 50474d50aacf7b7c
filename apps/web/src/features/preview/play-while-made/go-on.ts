import {
  createContext,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { createStore, type Store } from '../../../lib/state/store.js';
import { placeOf } from '../player/listened.js';

/** How far the visitor has played an item while its file is being made. */
interface Place {
  /** In seconds from the start. */
  readonly time: number;
  /** False if the visitor paused or stopped playback. */
  readonly isPlaying: boolean;
}

/** Null starts playback from the beginning. */
export type PlaceStore = Store<Place | null>;

export function newPlace(): PlaceStore {
  return createStore<Place | null>(null);
}

/** Where the finished file resumes playback. */
const GoOnContext = createContext<PlaceStore>(newPlace());

export const GoOnProvider = GoOnContext.Provider;

/** Before the media has loaded, `currentTime` sets where it will start. */
export function startAt(media: HTMLMediaElement, time: number): void {
  media.currentTime = time;
}

/** Starts playback. If the browser refuses, the visitor can press Play. */
export function playNow(media: HTMLMediaElement): void {
  // In old browsers, `play` returns undefined.
  (media.play() as Promise<void> | undefined)?.catch(() => undefined);
}

function load(media: HTMLMediaElement, src: string): void {
  media.src = src;
}

/** Stops a removed player from downloading. */
function unload(media: HTMLMediaElement): void {
  // A new load resets the speed to the default, which would then be stored as the visitor's choice.
  media.defaultPlaybackRate = media.playbackRate;
  media.removeAttribute('src');
  media.load();
}

interface NotedPlayer {
  readonly place: PlaceStore;
  /** Null if something else loads the media. */
  readonly src: string | null;
  /** For audio, the page whose stored position is resumed; null otherwise. */
  readonly link: string | null;
}

/**
 * Resumes at the noted place or, for audio, at the position stored on this device. Notes the place
 * when the player is removed. If the player stays but its URL changes, as in full screen when the
 * file is ready, it stays paused if the visitor paused it.
 */
export function useNotedPlace(
  media: RefObject<HTMLMediaElement | null>,
  { place, src, link }: NotedPlayer,
): void {
  const hasBegun = useRef(false);
  // Layout effects are cleaned up before the element is removed, which would pause it.
  useLayoutEffect(() => {
    const element = media.current;
    if (element === null) {
      return;
    }
    const noted = place.get();
    // The first run follows a click on Play.
    const plays = !hasBegun.current || noted?.isPlaying !== false;
    hasBegun.current = true;
    element.toggleAttribute('autoplay', plays);
    if (src !== null) {
      load(element, src);
    }
    const from = noted?.time ?? 0;
    if (from > 0) {
      startAt(element, from);
    }
    // Until playback starts, `paused` does not mean that the visitor paused.
    let wasPaused = !plays;
    const watched = new AbortController();
    const { signal } = watched;
    element.addEventListener('pause', () => (wasPaused = true), { signal });
    element.addEventListener('play', () => (wasPaused = false), { signal });
    const resume = () => {
      const stored = link === null || from > 0 ? null : placeOf(link, element.duration);
      if (stored !== null && element.currentTime === 0) {
        startAt(element, stored);
      }
    };
    element.addEventListener('loadedmetadata', resume, { signal, once: true });
    if (plays) {
      // iOS ignores `autoplay` for media with sound.
      playNow(element);
    }
    return () => {
      watched.abort();
      const isWaiting = element.played.length === 0 && !wasPaused;
      place.set({ time: element.currentTime, isPlaying: !element.paused || isWaiting });
      if (src !== null) {
        unload(element);
      }
    };
  }, [media, place, src, link]);
}

/** Resumes once, in the player of the finished file, from where the visitor was. */
export function useGoOn(media: RefObject<HTMLMediaElement | null>, src: string | null): void {
  const place = useContext(GoOnContext);
  useEffect(() => {
    const element = media.current;
    const at = place.get();
    if (element === null || src === null || at === null) {
      return;
    }
    place.set(null);
    if (at.time > 0) {
      startAt(element, at.time);
    }
    if (at.isPlaying) {
      playNow(element);
    }
  }, [media, place, src]);
}
