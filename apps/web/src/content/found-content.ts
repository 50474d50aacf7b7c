/**
 * All long-form texts, found at build time, each in its own chunk. Jest reads them from disk
 * instead.
 */
export const FOUND_CONTENT = import.meta.glob<object>(['./*/**/*.json', './*/**/*.mdx']);
