import type { SourceFormat } from '../source-info.js';

/** What mirrors of one stream have in common. */
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
 * A stream in a later reading of its page: by its id, or a mirror of it where that is gone.
 * Sites that number their formats may give its number to another one, which does not count.
 * @returns null when it is not there any more. Its id is the one it was known by.
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
    // yt-dlp numbers the dubs of one picture ("140-3") in the order in which it meets them.
    isSame(one.language ?? null, other.language ?? null) &&
    isSame(one.width, other.width) &&
    isSame(one.height, other.height)
  );
}

/** Streams of which nothing is known are alike without being the same. */
function isMirror(one: SourceFormat, other: SourceFormat): boolean {
  const isMeasured = one.tbr !== null || one.abr !== null || one.sizeBytes !== null;
  // What was kept before a field came to be has none.
  return isMeasured && CONTENT.every((field) => (one[field] ?? null) === (other[field] ?? null));
}
