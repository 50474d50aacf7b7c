import type { FormatKind, Reason, SoundType, Voice } from '@dipper/contract';
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
  /** Of `main` only the sound is taken, as a file of another type; null where nothing is converted. */
  readonly convert?: Conversion | null;
}

/** A sound as another type of file. */
export interface Conversion {
  readonly to: SoundType;
  /** Asked of the encoder, kbit/s; null: what is usual, or a copy of what is there. */
  readonly bitrate: number | null;
  /** What it comes to, kbit/s; null where nothing can be said, or a rate says nothing. */
  readonly kbps: number | null;
  /** Estimated; null where the duration is not known. */
  readonly sizeBytes: number | null;
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

/** What decides what is in the file of an offer. */
type Content = Pick<Offer, 'main' | 'convert'>;

/** True when there is no picture in what comes out. */
export function isAudioOnly({ main, convert }: Content): boolean {
  return main.video === 'no' || (convert ?? null) !== null;
}

/** True when there is a picture in it, or may be one. */
export function isVideo(offer: Content): boolean {
  return !isAudioOnly(offer);
}

/** False only when the source says that there is no sound and none is joined. */
export function hasAudio({ main, sound }: Pick<Offer, 'main' | 'sound'>): boolean {
  return sound !== null || main.audio !== 'no';
}

/** The rate of an audio-only row, kbit/s. */
export function audioRate({ main, convert }: Content): number | null {
  return convert ? convert.kbps : (main.abr ?? main.tbr);
}
