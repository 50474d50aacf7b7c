import { useState, useSyncExternalStore } from 'react';
import { listen } from '../../../lib/browser/listen.js';
import { isAtWork, type Merge } from '../../../entities/task/follow/merge.reducer.js';

/** Safari on iPhones shows only videos in full screen, and reports it on the element. */
type MaybeFull = HTMLVideoElement & { readonly webkitDisplayingFullscreen?: boolean };

const EVENTS = ['fullscreenchange', 'webkitbeginfullscreen', 'webkitendfullscreen'];

function subscribe(onChange: () => void): () => void {
  // The events of iPhones do not bubble.
  return listen(document, EVENTS, onChange, { capture: true });
}

/** True while the player of an unfinished file fills the screen. */
function isFullScreen(): boolean {
  const player = document.querySelector<MaybeFull>('[data-meanwhile]');
  return (
    player !== null &&
    (document.fullscreenElement === player || player.webkitDisplayingFullscreen === true)
  );
}

/**
 * Keeps the player of an unfinished file while it fills the screen, although the file is ready.
 * Removing an element in full screen ends full screen, and a script cannot begin it again without a
 * press. The page goes on to the file when the visitor leaves full screen.
 * @returns the merge to show: the last one that was at work, or the current one
 */
export function useKeptInFullScreen(merge: Merge): Merge {
  const [working, setWorking] = useState(merge);
  if (isAtWork(merge) && working !== merge) {
    setWorking(merge);
  }
  const isFull = useSyncExternalStore(subscribe, isFullScreen, () => false);
  return merge.phase === 'complete' && isFull ? working : merge;
}
