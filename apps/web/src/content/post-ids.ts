/**
 * Ids of the posts that there are, newest first, as in their addresses: lower-case letters, digits,
 * hyphens. Any other address below /blog answers 404; the sitemap lists these.
 */
export const POSTS: readonly string[] = [];
