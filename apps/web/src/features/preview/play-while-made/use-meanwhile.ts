import type { Format } from '@dipper/contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLeftResult } from '../../../entities/media/handover/handover.js';
import { useSite } from '../../../site/site.js';
import { previewMode } from '../address/preview-mode.js';
import { useShownQuery } from '../address/shown-media.js';
import { shownAs } from '../file/shown-as.js';
import { playsHls } from '../player/native-hls.js';
import { newPlace, type PlaceStore } from './go-on.js';
import { type Playable, playableOf } from './playable.js';
import { wasRefused } from './refusals.js';

/** What the page can play while its file is being made. */
export interface MeanwhileMedia extends Pick<Playable, 'quality'> {
  readonly src: string;
  readonly hls: boolean;
}

/** Playback while a file is being made. */
export interface Meanwhile {
  /** Null if nothing can be played, or nothing is known about the item. */
  readonly media: MeanwhileMedia | null;
  /**
   * `starting` until something can be heard or seen, which may take a while if the source allows
   * few connections. `failed` is final.
   */
  readonly state: 'off' | 'starting' | 'playing' | 'failed';
  readonly start: () => void;
  readonly stop: () => void;
  /** Called when playback has started. */
  readonly begin: () => void;
  /**
   * Ends playback.
   * @param isFinal false if a retry may succeed
   */
  readonly fail: (isFinal: boolean) => void;
  /** The visitor's position in the item. */
  readonly place: PlaceStore;
}

const NO_FORMATS: readonly Format[] = [];

/** Asks a detached element whether the browser plays a type. */
function playsType(type: string): boolean {
  return document.createElement('video').canPlayType(type) !== '';
}

/**
 * Returns the formats of this page's item from this tab's last search. Empty for a link that
 * somebody shared.
 */
function useFoundFormats(): readonly Format[] {
  const { source_url: link } = useShownQuery();
  const found = useLeftResult()?.found;
  return found !== undefined && 'info' in found && found.info.webpage_url === link
    ? found.info.formats
    : NO_FORMATS;
}

/** Returns what can be played while the task's file is being made. */
function useMeanwhileMedia(taskId: string): MeanwhileMedia | null {
  const { recipe, filename, is_audio } = useShownQuery();
  const { origin, config } = useSite();
  const formats = useFoundFormats();
  const isAudio = is_audio === 'true';
  // The times in a clip differ from those in the item.
  const isWhole = recipe === undefined && shownAs(filename ?? null) === 'player';
  const { baseUrl } = config.api;
  return useMemo(() => {
    // On the server, there are no formats and no browser to ask.
    if (!isWhole || formats.length === 0) {
      return null;
    }
    const abilities = { plays: playsType, hls: playsHls() };
    const found = playableOf(formats, { isAudio, taskId }, abilities);
    const mode = previewMode({ url: found?.url ?? '' }, { origin, baseUrl });
    if (found === null || mode.kind !== 'direct') {
      return null;
    }
    if (mode.hls && wasRefused(mode.src)) {
      return null;
    }
    // The relay pauses this transfer while tasks need its source.
    const src = mode.hls ? mode.src : `${mode.src}&yields=1`;
    return { src, hls: mode.hls, quality: found.quality };
  }, [formats, isWhole, isAudio, taskId, origin, baseUrl]);
}

/** True while there is a player, even before playback has started. */
export function isOn({ state }: Pick<Meanwhile, 'state'>): boolean {
  return state === 'starting' || state === 'playing';
}

/**
 * Plays an item while a task makes its file, once the visitor requests it.
 * @param hasEnded true if the task has ended without a file. The player of another attempt must not
 * start by itself.
 */
export function useMeanwhile(taskId: string, hasEnded: boolean): Meanwhile {
  const media = useMeanwhileMedia(taskId);
  const [state, setState] = useState<Meanwhile['state']>('off');
  const [place] = useState(newPlace);
  // Stable callbacks, because a stream restarts if `onFail` changes.
  const start = useCallback(() => setState('starting'), []);
  const stop = useCallback(() => setState((now) => (now === 'failed' ? now : 'off')), []);
  const begin = useCallback(() => setState((now) => (now === 'starting' ? 'playing' : now)), []);
  const fail = useCallback((isFinal: boolean) => setState(isFinal ? 'failed' : 'off'), []);
  if (hasEnded && isOn({ state })) {
    setState('off');
  }
  useEffect(() => {
    // The file opens at the same position, but does not play by itself.
    const at = place.get();
    if (!isOn({ state }) && at !== null) {
      place.set({ ...at, isPlaying: false });
    }
  }, [state, place]);
  return { media, state, place, start, stop, begin, fail };
}
