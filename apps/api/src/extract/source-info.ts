import type { Remote, SourceStream } from '../source/client/source-stream.js';

/**
 * The contents of a page in our own format, whichever extractor read it. `formats/` turns them into
 * rows for the visitor. Must be plain JSON, because it is stored in the database.
 */
export interface SourceInfo {
  readonly pageUrl: string;
  readonly title: string;
  readonly thumbnailUrl: string | null;
  readonly uploader: string | null;
  readonly description: string | null;
  readonly durationSeconds: number | null;
  readonly series: string | null;
  readonly seasonNumber: number | null;
  readonly episodeNumber: number | null;
  /** In the order of playing; empty if the page has none. */
  readonly chapters: readonly Chapter[];
  readonly formats: readonly SourceFormat[];
  // Rows that were stored before these fields existed lack them.
  /**
   * The duration according to the header of a file, if the page states none. It limits clips, and
   * visitors see it, but files are not checked against it.
   */
  readonly headSeconds?: number | null;
  /** The performer, if not the uploader. */
  readonly artist?: string | null;
  readonly album?: string | null;
  /** The day of publication as an ISO 8601 date (`2026-11-22`). */
  readonly publishedOn?: string | null;
  /** One track for each language. Tracks written by people come first. */
  readonly subtitles?: readonly SubtitleTrack[];
  /** The item's picture in several sizes, best first. The first may turn out to be missing. */
  readonly pictures?: readonly string[];
}

export interface SubtitleTrack {
  /** A BCP 47 tag, or the site's own name. */
  readonly language: string;
  readonly name: string | null;
  readonly machine: boolean;
  /** The same text in all available types, ordered by how easy they are to parse. */
  readonly files: readonly SubtitleFile[];
}

export interface SubtitleFile extends Remote {
  /** Without the dot: vtt, srt, ttml, json3 and so on. */
  readonly ext: string;
  readonly protocol: 'file' | 'hls';
  /** The text of the subtitles, if it came with the page. Nothing needs to be fetched then. */
  readonly text?: string;
}

/** An item of a list before its page has been read. */
export interface EntryRef {
  readonly id: string;
  /**
   * The page from which the item's formats are read. For a picture, the URL of the picture itself.
   */
  readonly url: string;
  readonly title: string | null;
  readonly thumbnailUrl: string | null;
  readonly uploader: string | null;
  readonly durationSeconds: number | null;
  readonly kind: 'media' | 'picture';
  /**
   * Whether the item is audio, if the list states that. Otherwise, its platform decides. Rows that
   * were stored before this field existed lack it.
   */
  readonly isAudio?: boolean;
}

/** A named part of an item, which ends where the next one begins. */
export interface Chapter {
  readonly title: string;
  readonly startSeconds: number;
}

/** Whether a format has a stream of some kind. Sites often don't report it. */
export type Presence = 'yes' | 'no' | 'unknown';

/** A stream or a pair of streams at the source. Rates are in kbit/s, and sizes in bytes. */
export interface SourceFormat extends SourceStream {
  readonly id: string;
  readonly ext: string;
  readonly video: Presence;
  readonly audio: Presence;
  readonly vcodec: string | null;
  readonly acodec: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly fps: number | null;
  readonly tbr: number | null;
  readonly abr: number | null;
  readonly vbr: number | null;
  readonly sizeBytes: number | null;
  readonly sizeIsEstimate: boolean;
  readonly note: string | null;
  readonly preference: number;
  /** The site's own rating; -1 if it gives none, as in yt-dlp. */
  readonly quality: number;
  readonly language: string | null;
  /** The site's ranking of languages. The original has the highest value. */
  readonly languagePreference: number;
  /** True for HDR (HDR10, HLG, Dolby Vision). */
  readonly isHdr: boolean;
  readonly watermarked: boolean;
}

export interface Hint {
  readonly title: string | null;
  readonly thumbnailUrl: string | null;
  readonly uploader: string | null;
}
