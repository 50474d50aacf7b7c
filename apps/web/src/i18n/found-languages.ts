/**
 * Every folder of texts beside English, found when the web is built: a second language is a folder
 * `i18n/{language}/` with a JSON file for each namespace. Jest reads them from disk instead.
 */
export const FOUND = import.meta.glob<object>(['./*/*.json', '!./en/*'], { import: 'default' });
