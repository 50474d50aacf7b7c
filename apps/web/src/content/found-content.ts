/** Every long text, found when the web is built, each a chunk. Jest reads them from disk instead. */
export const FOUND_CONTENT = import.meta.glob<object>(['./*/**/*.json', './*/**/*.mdx']);
