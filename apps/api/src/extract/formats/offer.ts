import type { FormatKind, Reason, SoundType, Voice } from '@dipper/contract';
import type { SourceFormat, SourceInfo } from '../source-info.js';

/** File types that we serve. */
export type Container = 'mp4' | 'webm' | 'mkv' | 'm4a' | 'mp3' | 'ogg' | 'opus' | (string & {});

/**
 * One choice for a visitor: a source format as it is, or two joined. Stored with the extraction, so
 * that a task id can refer to it by its index.
 */
export interface Offer {
  readonly kind: FormatKind;
  /** The format with the video, or the only one. */
  readonly main: SourceFormat;
  /** The audio that is joined to `main`. */
  readonly sound: SourceFormat | null;
  readonly container: Container;
  readonly recommended: boolean;
  // Stored rows from before these fields lack them.
  /** Why it is recommended; null for all others. */
  readonly reason?: Reason | null;
  /** BCP 47, if the audio is in another language than the original; null for the original. */
  readonly language?: string | null;
  /** A special property of that audio. */
  readonly voice?: Voice | null;
  /** Only the audio of `main` is used, converted to another file type; null without a conversion. */
  readonly convert?: Conversion | null;
}

/** Audio as another file type. */
export interface Conversion {
  readonly to: SoundType;
  /** Rate requested from the encoder, kbit/s; null: the default, or a copy of the stream. */
  readonly bitrate: number | null;
  /** Resulting rate, kbit/s; null when unknown or, as for lossless audio, meaningless. */
  readonly kbps: number | null;
  /** Estimated; null if the duration is unknown. */
  readonly sizeBytes: number | null;
}

/** The target of a task id: one row that an extraction offered. */
export interface OfferedFormat {
  /** The page's canonical URL, for reading it again. */
  readonly pageUrl: string;
  readonly info: Omit<SourceInfo, 'formats'>;
  readonly offer: Offer;
}

/** Whether an offer needs a task: a merge makes its file. The others are a plain file of the source. */
export function needsTask(offer: Offer): boolean {
  return offer.kind !== 'direct';
}

/** The parts of an offer that decide what its file contains. */
type Content = Pick<Offer, 'main' | 'convert'>;

/** Whether the resulting file has no video. */
export function isAudioOnly({ main, convert }: Content): boolean {
  return main.video === 'no' || (convert ?? null) !== null;
}

/** Whether it has video, or may have it. */
export function isVideo(offer: Content): boolean {
  return !isAudioOnly(offer);
}

/** False only when the source says that there is no audio, and none is joined. */
export function hasAudio({ main, sound }: Pick<Offer, 'main' | 'sound'>): boolean {
  return sound !== null || main.audio !== 'no';
}

/** The rate of an audio-only row, kbit/s. */
export function audioRate({ main, convert }: Content): number | null {
  return convert ? convert.kbps : (main.abr ?? main.tbr);
}
