import type { SourceFormat } from '../source-info.js';

const CONTENT = [
  'vcodec',
  'acodec',
  'ext',
  'fps',
  'tbr',
  'abr',
  'sizeBytes',
  'language',
  'note',
] as const;

/**
 * Finds a stream in a later read of its page: by its id, or by a mirror if the id is gone. A
 * different format that has taken over the id does not count.
 * @returns the format under its old id; null if it is gone
 */
export function sameStream(
  wanted: SourceFormat,
  formats: readonly SourceFormat[],
): SourceFormat | null {
  const alike = formats.filter((format) => isAlike(wanted, format));
  const found =
    alike.find(({ id }) => id === wanted.id) ?? alike.find((format) => isMirror(wanted, format));
  return found === undefined ? null : { ...found, id: wanted.id };
}

function isAlike(one: SourceFormat, other: SourceFormat): boolean {
  const isSame = <T>(a: T | null, b: T | null): boolean => a === null || b === null || a === b;
  return (
    one.protocol === other.protocol &&
    one.video === other.video &&
    one.audio === other.audio &&
    // yt-dlp numbers the dubs of a video ("140-3") in the order in which it finds them.
    isSame(one.language ?? null, other.language ?? null) &&
    isSame(one.width, other.width) &&
    isSame(one.height, other.height)
  );
}

/** True for a mirror. Streams without any known measure may look alike without being the same. */
function isMirror(one: SourceFormat, other: SourceFormat): boolean {
  const isMeasured = one.tbr !== null || one.abr !== null || one.sizeBytes !== null;
  // Formats that were stored before a field existed lack that field.
  return isMeasured && CONTENT.every((field) => (one[field] ?? null) === (other[field] ?? null));
}
