/** Longer than what a visitor chooses, characters. */
const MAX_LENGTH = 64;

/**
 * What a visitor has chosen, as the Cookie header says it: the raw value, which is the visitor's
 * own and may be anything; '' when there is none. Of two with one name the first counts, which is
 * the one with the longer path (RFC 6265 §5.4).
 * @param maxLength longer values count as none, characters
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
