import type { Chapter } from '../../source-info.js';

/** A podcast's feed. Texts are as written, possibly HTML. */
export interface Feed {
  readonly title: string | null;
  readonly author: string | null;
  readonly imageUrl: string | null;
  /** The spoken language, as the feed spells it. */
  readonly language: string | null;
  /** The items asked for, in feed order. */
  readonly items: readonly FeedItem[];
}

export interface FeedItem {
  readonly guid: string | null;
  /** Its title, and the one for Apple (`itunes:title`) if different. */
  readonly titles: readonly string[];
  readonly author: string | null;
  readonly description: string | null;
  readonly imageUrl: string | null;
  readonly durationSeconds: number | null;
  readonly seasonNumber: number | null;
  readonly episodeNumber: number | null;
  /** Milliseconds since 1970; null without a valid date. */
  readonly publishedAt: number | null;
  readonly enclosures: readonly Enclosure[];
  /** URL of its chapters as JSON (`podcast:chapters`). */
  readonly chaptersUrl: string | null;
  /** Chapters in the feed itself (`psc:chapters`). */
  readonly chapters: readonly Chapter[];
  readonly transcripts: readonly Transcript[];
}

/** A transcript of an episode (`podcast:transcript`). */
export interface Transcript {
  readonly url: string;
  readonly mediaType: string | null;
  /** Null: the feed's language. */
  readonly language: string | null;
}

export interface Enclosure {
  readonly url: string;
  readonly mediaType: string | null;
  readonly sizeBytes: number | null;
}
