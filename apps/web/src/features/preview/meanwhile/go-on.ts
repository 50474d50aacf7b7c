import { createContext, type RefObject, useContext, useEffect, useLayoutEffect } from 'react';
import { createStore, type Store } from '../../../lib/state/store.js';

/** How far the visitor has played an item while its file was made. */
export interface Place {
  /** In seconds from the start. */
  readonly time: number;
  /** False if it was paused or stopped. */
  readonly isPlaying: boolean;
}

/** Null to begin at the start. */
export type PlaceStore = Store<Place | null>;

export function newPlace(): PlaceStore {
  return createStore<Place | null>(null);
}

/** The place from which the finished file goes on. */
const GoOnContext = createContext<PlaceStore>(newPlace());

export const GoOnProvider = GoOnContext.Provider;

/** Before the media has loaded, this is where it will start. */
function startAt(media: HTMLMediaElement, time: number): void {
  media.currentTime = time;
}

/** Begins at the noted place, and notes the place when the player is removed. */
export function useNotedPlace(media: RefObject<HTMLMediaElement | null>, place: PlaceStore): void {
  // A layout effect ends before its element is removed, which would pause it.
  useLayoutEffect(() => {
    const element = media.current;
    if (element === null) {
      return;
    }
    const from = place.get()?.time ?? 0;
    if (from > 0) {
      startAt(element, from);
    }
    return () => place.set({ time: element.currentTime, isPlaying: !element.paused });
  }, [media, place]);
}

/** Makes a new player go on where the visitor was while its file was made, once. */
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
      // If the browser refuses, the visitor presses Play at the same place.
      (element.play() as Promise<void> | undefined)?.catch(() => undefined);
    }
  }, [media, place, src]);
}
