/**
 * The files of long-form texts in languages other than English, found at build time. Jest reads
 * them from disk.
 */
export const TRANSLATIONS: readonly string[] = Object.keys(
  import.meta.glob(['./*/**/*.json', './*/**/*.mdx', '!./en/**']),
);
