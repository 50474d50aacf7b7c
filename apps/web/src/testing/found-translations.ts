import { FOUND_CONTENT } from './found-content.js';

/** Replaces `import.meta.glob` in Jest. */
export const TRANSLATIONS: readonly string[] = Object.keys(FOUND_CONTENT).filter(
  (file) => !file.startsWith('./en/'),
);
