/**
 * All long-form texts, found at build time. Each is a separate chunk. Jest reads them from disk
 * instead.
 */
export const FOUND_CONTENT = import.meta.glob<object>(['./*/**/*.json', './*/**/*.mdx']);
