/** Every long text, found at build time, each its own chunk. Jest reads them from disk instead. */
export const FOUND_CONTENT = import.meta.glob<object>(['./*/**/*.json', './*/**/*.mdx']);
