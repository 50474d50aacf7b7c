/** The names of Set-Cookie attributes, which are not cookies themselves. */
const ATTRIBUTES = new Set([
  'domain',
  'path',
  'expires',
  'max-age',
  'secure',
  'httponly',
  'samesite',
  'version',
  'port',
  'comment',
  'discard',
]);

/**
 * The `Cookie` header for a URL, made from yt-dlp's `cookies` field, which joins cookies as
 * `name=value; Domain=.site; Path=/; name2=…`. Cookies of other domains are dropped.
 */
export function cookieHeader(field: string, url: string): string | null {
  const host = new URL(url).hostname;
  const cookies: { pair: string; domain: string | null }[] = [];
  for (const part of field.split(/;\s*/)) {
    const [name = '', ...rest] = part.split('=');
    const value = rest.join('=');
    if (!ATTRIBUTES.has(name.trim().toLowerCase())) {
      if (rest.length > 0 && /^[\w!#$%&'*+.^`|~-]+$/.test(name.trim())) {
        cookies.push({ pair: `${name.trim()}=${unquoted(value)}`, domain: null });
      }
    } else if (name.trim().toLowerCase() === 'domain') {
      const last = cookies.at(-1);
      if (last !== undefined) {
        last.domain = value.replace(/^\./, '').toLowerCase();
      }
    }
  }
  const fitting = cookies.filter(
    ({ pair, domain }) =>
      !/[^\x20-\x7e]/.test(pair) &&
      (domain === null || host === domain || host.endsWith(`.${domain}`)),
  );
  return fitting.map(({ pair }) => pair).join('; ') || null;
}

/**
 * Removes quotes. yt-dlp quotes values with special characters and escapes these characters in
 * octal ("a\073b"), like Python's http.cookies.
 */
function unquoted(value: string): string {
  return /^".*"$/.test(value)
    ? value
        .slice(1, -1)
        .replace(/\\([0-3][0-7]{2}|.)/g, (_, code: string) =>
          code.length === 3 ? String.fromCharCode(parseInt(code, 8)) : code,
        )
    : value;
}
