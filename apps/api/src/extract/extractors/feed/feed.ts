import type { Chapter } from '../../source-info.js';

/** A podcast's feed. Its text fields are unchanged, and may be HTML. */
export interface Feed {
  readonly title: string | null;
  readonly author: string | null;
  readonly imageUrl: string | null;
  /** The spoken language, as the feed spells it. */
  readonly language: string | null;
  readonly items: readonly FeedItem[];
}

export interface FeedItem {
  readonly guid: string | null;
  /** The item's title, and its title for Apple (`itunes:title`) if that differs. */
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
  /** The URL of the chapters as JSON (`podcast:chapters`). */
  readonly chaptersUrl: string | null;
  /** The chapters in the feed itself (`psc:chapters`). */
  readonly chapters: readonly Chapter[];
  readonly transcripts: readonly Transcript[];
}

/** A transcript of an episode (`podcast:transcript`). */
export interface Transcript {
  readonly url: string;
  readonly mediaType: string | null;
  /** Null for the language of the feed. */
  readonly language: string | null;
}

export interface Enclosure {
  readonly url: string;
  readonly mediaType: string | null;
  readonly sizeBytes: number | null;
}
