import type { MergeStep } from '@dipper/contract';
import type { WorkShares } from '../../make/maker.port.js';

/**
 * The stages' shares of a task in percent. Joining copies the data on disk, and verification reads
 * the copy.
 */
export const WORK: WorkShares = { fetching: 90, merging: 8, checking: 2 };

/** Assumed audio bytes per video byte, if only one size is known. */
const SOUND_TO_PICTURE = 0.1;

interface Streams {
  /** Sizes of video and audio, or of the only stream, in bytes; null if unknown. */
  readonly sizes: readonly (number | null)[];
  readonly isAudio: boolean;
  /** Set if writing takes more than a copy. */
  readonly shares?: WorkShares;
}

/**
 * The steps of a task in order, each with its share of the work. The shares are fixed before the
 * first byte arrives, because a progress bar must not change its scale midway.
 * @returns shares in thousandths, which add up to 1.
 */
export function stepsOf({ sizes, isAudio, shares = WORK }: Streams): MergeStep[] {
  const [picture, sound] = weights(sizes);
  const ofSound = sound === null ? 0 : sound / (picture + sound);
  const audio = Math.round(ofSound * shares.fetching * 10);
  const video = shares.fetching * 10 - audio;
  const fetches: readonly (readonly [MergeStep['stage'], number])[] =
    sound === null
      ? [[isAudio ? 'audio' : 'video', video]]
      : [
          ['video', video],
          ['audio', audio],
        ];
  return [
    ...fetches,
    ['merging', shares.merging * 10] as const,
    ['checking', shares.checking * 10] as const,
  ].map(([stage, thousandths]) => ({ stage, share: thousandths / 1000 }));
}

/**
 * The weights of two streams. An unknown weight is derived from the other. The second is null for a
 * task with only one stream.
 */
function weights(sizes: readonly (number | null)[]): readonly [number, number | null] {
  const [picture = null, sound = null] = sizes.map((size) => (size === 0 ? null : size));
  if (sizes.length < 2) {
    return [1, null];
  }
  if (picture !== null) {
    return [picture, sound ?? picture * SOUND_TO_PICTURE];
  }
  return sound === null ? [1, SOUND_TO_PICTURE] : [sound / SOUND_TO_PICTURE, sound];
}
