/**
 * A rewrite of a link into a form that yt-dlp understands. A rule applies if the host is `host`, is
 * a subdomain of it or matches it, and if the path matches. The first rule that returns a URL is
 * used.
 */
export interface PageUrlRule {
  readonly host: string | RegExp;
  readonly path: RegExp;
  /** The new URL; null if the rule does not apply after all. */
  readonly rewrite: (match: RegExpExecArray, url: URL) => string | null;
}
