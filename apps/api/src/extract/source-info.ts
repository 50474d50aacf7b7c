import type { Remote, SourceStream } from '../source/source-stream.js';

/**
 * A page's contents in our own terms, whichever extractor read it; `formats/` turns them into rows for
 * the visitor. Plain JSON, because it is stored in the database.
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
  /** In playing order; empty if the page has none. */
  readonly chapters: readonly Chapter[];
  readonly formats: readonly SourceFormat[];
  // Rows stored before these fields existed lack them.
  /** Who plays or sings, if not the uploader. */
  readonly artist?: string | null;
  readonly album?: string | null;
  /** Day of publication, ISO 8601 (`2026-11-22`). */
  readonly publishedOn?: string | null;
  /** One for each language; human-made ones first. */
  readonly subtitles?: readonly SubtitleTrack[];
  /** The item's picture in several sizes, best first; the first may turn out to be missing. */
  readonly pictures?: readonly string[];
}

/** Subtitles in one language, as the source serves them. */
export interface SubtitleTrack {
  /** BCP 47, or the site's own name. */
  readonly language: string;
  readonly name: string | null;
  readonly machine: boolean;
  /** The same text in the available types, the easiest to parse first. */
  readonly files: readonly SubtitleFile[];
}

export interface SubtitleFile extends Remote {
  /** Without the dot: vtt, srt, ttml, json3 … */
  readonly ext: string;
  /** A playlist of segments, or a single file. */
  readonly protocol: 'file' | 'hls';
  /** The subtitles themselves, if they came with the page; nothing is fetched then. */
  readonly text?: string;
}

/** An item of a list, before its page has been read. */
export interface EntryRef {
  /** Its id within the list. */
  readonly id: string;
  /** The page to read for its formats; for a picture, the picture itself. */
  readonly url: string;
  readonly title: string | null;
  readonly thumbnailUrl: string | null;
  readonly uploader: string | null;
  readonly durationSeconds: number | null;
  readonly kind: 'media' | 'picture';
}

/** A named part of an item, up to the next one. */
export interface Chapter {
  readonly title: string;
  readonly startSeconds: number;
}

/** Whether a format has a kind of stream; sites often don't say. */
export type Presence = 'yes' | 'no' | 'unknown';

/** A stream or pair of streams at the source. Rates in kbit/s, sizes in bytes. */
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
  /** The site's own preference; higher is better. */
  readonly preference: number;
  /** The site's own rating; -1 if it gives none, as in yt-dlp. */
  readonly quality: number;
  /** Spoken language, if the site gives one. */
  readonly language: string | null;
  /** The site's ranking of languages: the original has the highest value. */
  readonly languagePreference: number;
  /** HDR (HDR10, HLG, Dolby Vision). */
  readonly isHdr: boolean;
  readonly watermarked: boolean;
}
