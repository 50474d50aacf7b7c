import type { Format } from '@dipper/contract';

/** How many qualities are named. Some sites offer ten. */
const NAMED = 4;

/** What a search has found, as the line above the result says it. */
export interface FoundParts {
  /** The qualities of the videos, best first: "1080p60", "720p", "HD". */
  readonly qualities: readonly string[];
  /** How many further qualities are not named. */
  readonly more: number;
  readonly audio: boolean;
}

/**
 * Sums up formats by what a visitor can choose. Containers, codecs and conversions do not count: an
 * item in three qualities may have a dozen formats.
 * @param formats best first
 */
export function foundParts(formats: readonly Format[]): FoundParts {
  const videos = formats.filter((format) => !format.is_audio_only);
  const qualities = [...new Set(videos.flatMap(({ quality }) => quality ?? []))];
  // If a single quality remained unnamed, naming it would take no more space.
  const named = qualities.length <= NAMED + 1 ? qualities : qualities.slice(0, NAMED);
  return {
    qualities: named,
    more: qualities.length - named.length,
    audio: formats.some((format) => format.is_audio_only),
  };
}
