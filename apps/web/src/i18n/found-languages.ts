/**
 * Every language folder besides English, found at build time: a language is a folder
 * `i18n/{language}/` with a JSON file per namespace. Jest reads them from disk instead.
 */
export const FOUND = import.meta.glob<object>(['./*/*.json', '!./en/*'], { import: 'default' });
