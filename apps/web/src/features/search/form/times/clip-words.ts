import type { ClipKind } from '@dipper/contract';
import { shortTime } from '@dipper/media';
import { useTranslation } from '../../../../i18n/use-translation.js';

interface WordedClip {
  /** In seconds. */
  readonly start: number;
  readonly end: number;
  /** Null if the text names no type. */
  readonly as: ClipKind | null;
}

/** Returns a function that describes a clip: "GIF 0:12 – 0:41". */
export function useClipWords(): (clip: WordedClip) => string {
  const { t } = useTranslation('search');
  return ({ start, end, as }) =>
    // Isolate the range so that it reads from left to right even in right-to-left scripts.
    t(`clip.as.${as ?? 'any'}`, { range: `\u2066${shortTime(start)} – ${shortTime(end)}\u2069` });
}
