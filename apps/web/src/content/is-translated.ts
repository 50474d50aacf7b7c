/** Only the English text is binding. Other languages have a summary of it. */
const BINDING: readonly string[] = ['privacy', 'terms', 'dmca', 'cookies'];

/** The posts that every language has. */
const POSTS_OF_ALL: readonly string[] = [
  'posts/no-sound-at-1080p',
  'posts/why-download-links-die',
  'posts/is-my-download-complete',
  'posts/files-on-iphone-and-android',
  'posts/share-messages-and-short-links',
  'posts/fake-download-buttons',
];

/** The languages that have all other posts, too. */
const WITH_ALL_POSTS: readonly string[] = ['es', 'fr', 'de', 'zh', 'ar'];

/**
 * True if a listed language other than English (i18n/languages.ts) has its own version of a
 * long-form text. Otherwise, it is shown in English. A spec compares this with the files. The rules
 * are short, because the first script of every page contains them.
 */
export function isTranslated(language: string, key: string): boolean {
  return key.startsWith('posts/')
    ? WITH_ALL_POSTS.includes(language) || POSTS_OF_ALL.includes(key)
    : !BINDING.includes(key);
}
