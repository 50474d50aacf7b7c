/** Longer than any value we set, characters. */
const MAX_LENGTH = 64;

/**
 * A visitor's setting from the Cookie header: the raw value, which may be anything; '' when
 * missing. Of two with one name the first counts, which has the longer path (RFC 6265 §5.4).
 * @param maxLength longer values are ignored, characters
 */
export function visitorCookie(
  header: string | undefined,
  name: string,
  maxLength = MAX_LENGTH,
): string {
  const prefix = `${name}=`;
  const pair = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix));
  const value = pair?.slice(prefix.length) ?? '';
  return value.length > maxLength ? '' : value;
}
