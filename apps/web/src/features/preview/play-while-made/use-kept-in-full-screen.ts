import { useState, useSyncExternalStore } from 'react';
import { listen } from '../../../lib/browser/listen.js';
import { isAtWork, type Merge } from '../../../entities/task/follow/merge.reducer.js';

/** Safari on iPhones allows only videos in full screen, and reports it on the element. */
type MaybeFull = HTMLVideoElement & { readonly webkitDisplayingFullscreen?: boolean };

const EVENTS = ['fullscreenchange', 'webkitbeginfullscreen', 'webkitendfullscreen'];

function subscribe(onChange: () => void): () => void {
  // These events do not bubble on iPhones.
  return listen(document, EVENTS, onChange, { capture: true });
}

/** True while the player of an unfinished file is in full screen. */
function isFullScreen(): boolean {
  const player = document.querySelector<MaybeFull>('[data-meanwhile]');
  return (
    player !== null &&
    (document.fullscreenElement === player || player.webkitDisplayingFullscreen === true)
  );
}

/**
 * Keeps the player of an unfinished file while it is in full screen, even once the file is ready.
 * Removing the element would exit full screen, and a script cannot re-enter it without a click. The
 * file is shown when the visitor exits full screen.
 * @returns the merge to show: the last unfinished one, or the current one
 */
export function useKeptInFullScreen(merge: Merge): Merge {
  const [working, setWorking] = useState(merge);
  if (isAtWork(merge) && working !== merge) {
    setWorking(merge);
  }
  const isFull = useSyncExternalStore(subscribe, isFullScreen, () => false);
  return merge.phase === 'complete' && isFull ? working : merge;
}
