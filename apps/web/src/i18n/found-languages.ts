/**
 * Every language folder except English, found at build time: `i18n/{language}/` with a JSON file
 * for each namespace. Jest reads the folders from disk instead.
 */
export const FOUND = import.meta.glob<object>(['./*/*.json', '!./en/*'], { import: 'default' });
