import type { FormatKind, Reason, Voice } from '@dipper/contract';
import type { SourceFormat, SourceInfo } from '../source-info.js';

/** File types that come out of here. */
export type Container = 'mp4' | 'webm' | 'mkv' | 'm4a' | 'mp3' | 'ogg' | 'opus' | (string & {});

/**
 * One thing a visitor can pick: a source format as it is, or two joined. Kept with the extraction,
 * so that a task id can name it by its place in the list.
 */
export interface Offer {
  readonly kind: FormatKind;
  /** The format with the picture, or the only one. */
  readonly main: SourceFormat;
  /** The sound that is joined to `main`. */
  readonly sound: SourceFormat | null;
  readonly container: Container;
  readonly recommended: boolean;
  // Rows that were kept before these came to be have none of them.
  /** Why it is recommended; null on all others. */
  readonly reason?: Reason | null;
  /** BCP 47, of a sound in another language than the original; null for the original. */
  readonly language?: string | null;
  /** What is special about such a sound. */
  readonly voice?: Voice | null;
}

/** What a task id of an extraction stands for: one row of what its page offered. */
export interface Offered {
  /** The canonical address of the page, under which it is read again. */
  readonly pageUrl: string;
  readonly info: Omit<SourceInfo, 'formats'>;
  readonly offer: Offer;
}

/** Picks with a task: their file is made by a merge. The others are one plain file of the source. */
export function needsTask(offer: Offer): boolean {
  return offer.kind !== 'direct';
}

/** True when there is no picture in what comes out. */
export function isAudioOnly({ main }: Pick<Offer, 'main'>): boolean {
  return main.video === 'no';
}

/** True when there is a picture in it, or may be one. */
export function isVideo(offer: Pick<Offer, 'main'>): boolean {
  return !isAudioOnly(offer);
}

/** False only when the source says that there is no sound and none is joined. */
export function hasAudio({ main, sound }: Pick<Offer, 'main' | 'sound'>): boolean {
  return sound !== null || main.audio !== 'no';
}

/** The rate of an audio-only row, kbit/s. */
export function audioRate({ main }: Pick<Offer, 'main'>): number | null {
  return main.abr ?? main.tbr;
}
