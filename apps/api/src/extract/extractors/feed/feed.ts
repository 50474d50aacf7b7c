import type { Chapter } from '../../source-info.js';

/** What a podcast's feed says of itself. Texts as they are written, which may be HTML. */
export interface Feed {
  readonly title: string | null;
  readonly author: string | null;
  readonly imageUrl: string | null;
  /** What is spoken in it, in the feed's own spelling. */
  readonly language: string | null;
  /** Those that were asked for, in the order of the feed. */
  readonly items: readonly FeedItem[];
}

/** One episode of a feed. */
export interface FeedItem {
  readonly guid: string | null;
  /** Its title, and the one for Apple where that is another. */
  readonly titles: readonly string[];
  readonly author: string | null;
  readonly description: string | null;
  readonly imageUrl: string | null;
  readonly durationSeconds: number | null;
  readonly seasonNumber: number | null;
  readonly episodeNumber: number | null;
  /** Milliseconds since 1970; null when it has no date that is one. */
  readonly publishedAt: number | null;
  readonly enclosures: readonly Enclosure[];
  /** Where its chapters are, as JSON (`podcast:chapters`). */
  readonly chaptersUrl: string | null;
  /** Chapters in the feed itself (`psc:chapters`). */
  readonly chapters: readonly Chapter[];
  readonly transcripts: readonly Transcript[];
}

/** Where an episode is written down (`podcast:transcript`). */
export interface Transcript {
  readonly url: string;
  readonly mediaType: string | null;
  /** Null for that of the feed. */
  readonly language: string | null;
}

/** A file of an episode. */
export interface Enclosure {
  readonly url: string;
  readonly mediaType: string | null;
  readonly sizeBytes: number | null;
}
