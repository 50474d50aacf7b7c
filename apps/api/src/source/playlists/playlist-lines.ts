import { DomainError } from '../../infra/errors/domain-error.js';

/** Maximum length of a line in characters. For comparison, signed URLs have about a thousand. */
export const MAX_PLAYLIST_LINE = 16 * 1024;
/** Maximum number of lines. It is enough for eight lines per segment of a day's recording. */
const MAX_LINES = 200_000;
/**
 * Maximum number of attributes in a list. For comparison, the longest lists of RFC 8216
 * (EXT-X-STREAM-INF) have about fifteen.
 */
const MAX_ATTRIBUTES = 64;

/**
 * The lines of a playlist, trimmed and without empty ones.
 * @throws DomainError SOURCE_FAILED if there are more or longer lines than in the playlist of any
 *   recording.
 */
export function* playlistLines(text: string): Generator<string> {
  let count = 0;
  for (let at = 0; at < text.length;) {
    const found = text.indexOf('\n', at);
    const end = found === -1 ? text.length : found;
    count += 1;
    if (end - at > MAX_PLAYLIST_LINE) {
      throw playlistTooLarge(`${MAX_PLAYLIST_LINE} characters in a line`);
    }
    if (count > MAX_LINES) {
      throw playlistTooLarge(`${MAX_LINES} lines`);
    }
    const line = text.slice(at, end).trim();
    if (line !== '') {
      yield line;
    }
    at = end + 1;
  }
}

/**
 * Parses an attribute list, `NAME=value` or `NAME="value"` (RFC 8216 §4.2), in one pass. Removes
 * the quotes, and skips anything else.
 * @throws DomainError SOURCE_FAILED for more attributes than any tag has.
 */
export function attributesIn(list: string): Record<string, string> {
  const found = Object.create(null) as Record<string, string>;
  let count = 0;
  for (let at = 0; at < list.length;) {
    const equals = list.indexOf('=', at);
    if (equals === -1) {
      break;
    }
    count += 1;
    if (count > MAX_ATTRIBUTES) {
      throw playlistTooLarge(`${MAX_ATTRIBUTES} attributes`);
    }
    const before = list.slice(at, equals);
    const { value, end } = valueAt(list, equals + 1);
    // The text before a comma here has no value, so it is skipped.
    found[before.slice(before.lastIndexOf(',') + 1).trim()] = value;
    at = end + 1;
  }
  return found;
}

/** @returns the value at `start`, and the position of the comma after it or of the end. */
function valueAt(list: string, start: number): { value: string; end: number } {
  const closing = list[start] === '"' ? list.indexOf('"', start + 1) : -1;
  const comma = list.indexOf(',', closing === -1 ? start : closing);
  const end = comma === -1 ? list.length : comma;
  const value = closing === -1 ? list.slice(start, end) : list.slice(start + 1, closing);
  return { value: value.trim(), end };
}

export function playlistTooLarge(what: string): DomainError {
  return new DomainError('SOURCE_FAILED', { cause: `a playlist with more than ${what}` });
}
