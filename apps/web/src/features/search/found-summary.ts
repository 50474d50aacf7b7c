import type { Format } from '@dipper/contract';

/** How many qualities to name. Some sites offer ten. */
const NAMED = 4;

/** What a search found, for the line above the result. */
interface FoundSummary {
  /** The qualities of the videos, best first: "1080p60", "720p", "HD". */
  readonly qualities: readonly string[];
  /** How many more qualities there are. */
  readonly more: number;
  readonly audio: boolean;
  /**
   * The number of files if their content is unknown, such as a file link whose header has not been
   * read; otherwise 0.
   */
  readonly files: number;
}

/** True if a format is known to have both video and audio, or to be one of two streams. */
function isUnderstood({ vcodec, acodec, is_audio_only: isAudio, has_audio }: Format): boolean {
  return isAudio || !has_audio || vcodec !== null || acodec !== null;
}

/**
 * Summarizes formats for visitors. Containers, codecs and conversions do not count: an item in
 * three qualities may have a dozen formats.
 * @param formats the formats, best first
 */
export function foundSummary(formats: readonly Format[]): FoundSummary {
  const videos = formats.filter((format) => !format.is_audio_only);
  const qualities = [...new Set(videos.flatMap(({ quality }) => quality ?? []))];
  // Naming a single remaining quality takes no more space than counting it.
  const named = qualities.length <= NAMED + 1 ? qualities : qualities.slice(0, NAMED);
  const originals = formats.filter(
    ({ kind, task_id }) => kind !== 'audio' || task_id === undefined,
  );
  return {
    files: qualities.length > 0 || originals.some(isUnderstood) ? 0 : originals.length,
    qualities: named,
    more: qualities.length - named.length,
    audio: formats.some((format) => format.is_audio_only),
  };
}
