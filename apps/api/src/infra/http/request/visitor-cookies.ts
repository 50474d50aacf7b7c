/**
 * All values of a cookie, in the order of the header. They may be any text. There may be several,
 * because a neighboring domain may also have set one.
 */
export function visitorCookies(header: string | undefined, name: string): string[] {
  const prefix = `${name}=`;
  return (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix))
    .map((part) => part.slice(prefix.length));
}
