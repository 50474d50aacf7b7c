import type { AskedClip } from '@dipper/media';
import { useEffect, useState } from 'react';
import { leave, type RefusedClip } from '../../../../entities/media/handover/handover.js';
import { leftClip } from '../../../../entities/media/handover/left-for-page.js';

/** The clip that the visitor wants of the item, by the link or by the way back to the result. */
export type WantedClip =
  /** Requested together with the link. */
  | { readonly clip: AskedClip; readonly refused: null }
  /** Just refused, so that the visitor returned to choose other times. */
  | { readonly clip: AskedClip | null; readonly refused: RefusedClip };

/** Makes the wanted clip the main action of the result. */
export type ClipRequest = WantedClip & {
  /** The element that shows the button; null until it is rendered. */
  readonly actionPlace: HTMLElement | null;
  /** True to make the clip without a press, and to save it when it is ready. */
  readonly atOnce: boolean;
};

/**
 * Returns the clip that the visitor wants; null if there is none. A refused clip is wanted only
 * once, not whenever the visitor returns to the result.
 * @param links the links of the item
 * @param clip the clip requested together with the link
 */
export function useWantedClip(links: readonly string[], clip: AskedClip | null): WantedClip | null {
  const [left] = useState(() => leftClip(links));
  useEffect(() => {
    if (left !== null) {
      leave({ clip: null });
    }
  }, [left]);
  return left !== null && links.includes(left.url)
    ? { clip, refused: left }
    : clip && { clip, refused: null };
}
