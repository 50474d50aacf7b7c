import type { Remote, SourceStream } from '../source/source-stream.js';

/**
 * What a page holds, as our own code knows it, whoever read the page. Extractors produce it;
 * `formats/` makes the rows for the visitor of it. Plain JSON: it is kept in the database.
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
  /** In the order of the item; empty when the page names none. */
  readonly chapters: readonly Chapter[];
  readonly formats: readonly SourceFormat[];
  // What was kept before these came to be has none of them.
  /** Who plays or sings, where that is not the uploader. */
  readonly artist?: string | null;
  readonly album?: string | null;
  /** Day of publication, ISO 8601 (`2026-11-22`). */
  readonly publishedOn?: string | null;
  /** One for each language; those made by people first. */
  readonly subtitles?: readonly SubtitleTrack[];
  /** The item's picture in its sizes, the best first; the first may turn out not to be there. */
  readonly pictures?: readonly string[];
}

/** Subtitles in one language, as the source serves them. */
export interface SubtitleTrack {
  /** BCP 47, or the site's own word. */
  readonly language: string;
  readonly name: string | null;
  readonly machine: boolean;
  /** The same text in the types that there are, the best to read first. */
  readonly files: readonly SubtitleFile[];
}

export interface SubtitleFile extends Remote {
  /** Without the dot: vtt, srt, ttml, json3 … */
  readonly ext: string;
  /** A playlist of segments, or one file. */
  readonly protocol: 'file' | 'hls';
  /** The subtitles themselves, where they came with the page; nothing is fetched then. */
  readonly text?: string;
}

/** An item of a list, before its page has been read. */
export interface EntryRef {
  /** Its name within the list. */
  readonly id: string;
  /** What is read to see its formats; of a picture the picture itself. */
  readonly url: string;
  readonly title: string | null;
  readonly thumbnailUrl: string | null;
  readonly uploader: string | null;
  readonly durationSeconds: number | null;
  readonly kind: 'media' | 'picture';
}

/** A named part of an item; it lasts until the next one. */
export interface Chapter {
  readonly title: string;
  readonly startSeconds: number;
}

/** Whether a format carries a kind of stream; sites often do not say. */
export type Presence = 'yes' | 'no' | 'unknown';

/** One stream or pair of streams that the source really has. Rates in kbit/s, sizes in bytes. */
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
  /** How good the site itself calls it; -1 where it does not say, as yt-dlp takes it. */
  readonly quality: number;
  /** What is spoken, where the site says. */
  readonly language: string | null;
  /** The site's order of languages: the original is the highest. */
  readonly languagePreference: number;
  /** More range of brightness than an ordinary screen shows (HDR10, HLG, Dolby Vision). */
  readonly isHdr: boolean;
  readonly watermarked: boolean;
}
