import type { FormatKind, Reason, SoundType, Voice } from '@dipper/contract';
import type { SourceFormat, SourceInfo } from '../source-info.js';

export type Container = 'mp4' | 'webm' | 'mkv' | 'm4a' | 'mp3' | 'ogg' | 'opus' | (string & {});

/**
 * One choice for a visitor: a source format unchanged, or two formats joined. Offers are stored
 * with the extraction, so that a task id can refer to an offer by its index.
 */
export interface Offer {
  readonly kind: FormatKind;
  /** The format with the video, or the only format. */
  readonly main: SourceFormat;
  readonly sound: SourceFormat | null;
  readonly container: Container;
  readonly recommended: boolean;
  // Rows that were stored before these fields existed lack them.
  readonly reason?: Reason | null;
  /** A BCP 47 tag if the audio is in a language other than the original; null for the original. */
  readonly language?: string | null;
  readonly voice?: Voice | null;
  /**
   * If set, only the audio of `main` is used, and it is converted to another file type. Null
   * without a conversion.
   */
  readonly convert?: Conversion | null;
}

export interface Conversion {
  readonly to: SoundType;
  /**
   * The rate to request from the encoder in kbit/s; null for the default, or to copy the stream.
   */
  readonly bitrate: number | null;
  /** The resulting rate in kbit/s; null if it is unknown or, for lossless audio, meaningless. */
  readonly kbps: number | null;
  /** An estimate; null if the duration is unknown. */
  readonly sizeBytes: number | null;
}

/** What a task id refers to: one row that an extraction has offered. */
export interface OfferedFormat {
  /** The page's canonical URL, from which the page can be read again. */
  readonly pageUrl: string;
  readonly info: Omit<SourceInfo, 'formats'>;
  readonly offer: Offer;
}

/** The source formats of an offer: the one with the video first. */
export function streamsOf({ main, sound }: Pick<Offer, 'main' | 'sound'>): SourceFormat[] {
  return sound === null ? [main] : [main, sound];
}

/** The offer with each of its source formats replaced by what `change` returns for it. */
export function withStreams(offer: Offer, change: (stream: SourceFormat) => SourceFormat): Offer {
  return { ...offer, main: change(offer.main), sound: offer.sound && change(offer.sound) };
}

/**
 * True if an offer needs a task, because a merge makes its file. All other offers are plain files
 * from the source.
 */
export function needsTask(offer: Offer): boolean {
  return offer.kind !== 'direct';
}

type Content = Pick<Offer, 'main' | 'convert'>;

export function isAudioOnly({ main, convert }: Content): boolean {
  return main.video === 'no' || (convert ?? null) !== null;
}

/** True if the file has video, or may have it. */
export function isVideo(offer: Content): boolean {
  return !isAudioOnly(offer);
}

/** False only if the source states that there is no audio, and none is joined. */
export function hasAudio({ main, sound }: Pick<Offer, 'main' | 'sound'>): boolean {
  return sound !== null || main.audio !== 'no';
}

/** The rate of an audio-only row in kbit/s. */
export function audioRate({ main, convert }: Content): number | null {
  return convert ? convert.kbps : (main.abr ?? main.tbr);
}
