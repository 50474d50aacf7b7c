/**
 * A rewrite of a link into a form that yt-dlp understands. Applies if the host is `host` or a
 * subdomain, or matches it, and the path matches; the first rule that returns a URL wins.
 */
export interface PageUrlRule {
  readonly host: string | RegExp;
  readonly path: RegExp;
  /** The new URL, or null if the rule does not apply after all. */
  readonly rewrite: (match: RegExpExecArray, url: URL) => string | null;
}
