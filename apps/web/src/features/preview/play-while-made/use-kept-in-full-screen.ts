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
 * Keeps showing the player of an unfinished file in full screen even when the file is ready.
 * Removing an element ends full screen, and a script cannot start it again without a click. When the
 * visitor leaves full screen, the page shows the file.
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
