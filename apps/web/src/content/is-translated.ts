/**
 * Texts that are only in English: those that are binding, of which other languages have a summary,
 * and the one for developers, whose code and reference are in English too.
 */
const ENGLISH: readonly string[] = ['privacy', 'terms', 'dmca', 'cookies', 'developers'];

/**
 * The posts that every language has. They are spelled and ordered as in POSTS: the first script
 * contains both lists, and then compresses better.
 */
const POSTS_OF_ALL: readonly string[] = [
  'no-sound-at-1080p',
  'why-download-links-die',
  'is-my-download-complete',
  'files-on-iphone-and-android',
  'share-messages-and-short-links',
  'fake-download-buttons',
];

const POST = 'posts/';

/** The languages that have all other posts, too. */
const WITH_ALL_POSTS: readonly string[] = ['es', 'fr', 'de', 'zh', 'ar'];

/**
 * True if a listed language other than English (i18n/languages.ts) has its own version of a
 * long-form text. Otherwise, it is shown in English. A spec compares this with the files. The rules
 * are short, because the first script of every page contains them.
 */
export function isTranslated(language: string, key: string): boolean {
  return key.startsWith(POST)
    ? WITH_ALL_POSTS.includes(language) || POSTS_OF_ALL.includes(key.slice(POST.length))
    : !ENGLISH.includes(key);
}
