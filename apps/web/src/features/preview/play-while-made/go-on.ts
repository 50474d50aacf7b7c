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

/** How far the visitor has played an item while its file was made. */
export interface Place {
  /** In seconds from the start. */
  readonly time: number;
  /** False if the visitor has paused or stopped it. */
  readonly isPlaying: boolean;
}

/** Null to begin at the start. */
export type PlaceStore = Store<Place | null>;

export function newPlace(): PlaceStore {
  return createStore<Place | null>(null);
}

/** Where playback of the finished file continues. */
const GoOnContext = createContext<PlaceStore>(newPlace());

export const GoOnProvider = GoOnContext.Provider;

/** Before the media has loaded, this is where it will start. */
function startAt(media: HTMLMediaElement, time: number): void {
  media.currentTime = time;
}

/** Plays. If the browser refuses, the visitor presses Play at the same place. */
function playNow(media: HTMLMediaElement): void {
  // In old browsers, `play` returns undefined.
  (media.play() as Promise<void> | undefined)?.catch(() => undefined);
}

function load(media: HTMLMediaElement, src: string): void {
  media.src = src;
}

/** Closes the connection of a player that is removed, which would otherwise continue to load. */
function unload(media: HTMLMediaElement): void {
  // A new load returns to the default speed, which would be stored as the visitor's.
  media.defaultPlaybackRate = media.playbackRate;
  media.removeAttribute('src');
  media.load();
}

interface NotedPlayer {
  readonly place: PlaceStore;
  /** The URL to play; null if something else loads it. */
  readonly src: string | null;
  /** The page of an audio item, whose stored position it resumes; null for other items. */
  readonly link: string | null;
}

/**
 * Plays from the noted place or, for audio, from the position stored on this device. Notes the place
 * when the player is removed. If the URL changes in a player that stays, as it does in full screen
 * when the file is ready, a visitor who has paused it stays paused.
 */
export function useNotedPlace(
  media: RefObject<HTMLMediaElement | null>,
  { place, src, link }: NotedPlayer,
): void {
  const hasBegun = useRef(false);
  // A layout effect ends before its element is removed, which would pause it.
  useLayoutEffect(() => {
    const element = media.current;
    if (element === null) {
      return;
    }
    const noted = place.get();
    // The first run follows a press on Play.
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
    // Until it plays, an element may be paused although the visitor has not paused it.
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

/** Continues once, in a new player, from where the visitor was while the file was being made. */
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
