import type { MergeStep } from '@dipper/contract';
import type { WorkShares } from '../../make/maker.port.js';

/** What each part of a task is of the whole, percent: joining is a copy on disk, the check reads it. */
export const WORK: WorkShares = { fetching: 90, merging: 8, checking: 2 };

/** Bytes of sound for each byte of picture, where only one is known. */
const SOUND_TO_PICTURE = 0.1;

/** A task's streams, as its recipe knows them. */
export interface Streams {
  /** Sizes of the picture and the sound, or of the only stream, bytes; null when unknown. */
  readonly sizes: readonly (number | null)[];
  readonly isAudio: boolean;
  /** Where writing is more than a copy. */
  readonly shares?: WorkShares;
}

/**
 * The steps of a task, in order, each with its share of the work. Decided once, by what is known
 * before the first byte has come: a line that is redrawn under way says nothing.
 * @returns shares of thousandths that are 1 together.
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

/** What two streams weigh, the unknown one by the other; null for a sound that does not come by itself. */
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
