/** Longer than any value that we set, in characters. */
const MAX_LENGTH = 64;

/**
 * A visitor's setting from the Cookie header. This is the raw value, which may be anything; '' if
 * it is missing. If there are two cookies of that name, the first one is used, because its path is
 * longer (RFC 6265 §5.4).
 * @param maxLength in characters; longer values are ignored
 */
export function visitorCookie(
  header: string | undefined,
  name: string,
  maxLength = MAX_LENGTH,
): string {
  const [value = ''] = visitorCookies(header, name);
  return value.length > maxLength ? '' : value;
}

/**
 * All values of a cookie, in the order of the header. There may be several, because a neighbouring
 * domain may have set one, too.
 */
export function visitorCookies(header: string | undefined, name: string): string[] {
  const prefix = `${name}=`;
  return (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix))
    .map((part) => part.slice(prefix.length));
}
