/**
 * The long-form texts that exist in English only. Listed languages (i18n/languages.ts) have all
 * others, which a spec checks. It is a list of exceptions, because the first script of every page
 * contains it.
 */
export const ENGLISH_ONLY: readonly string[] = [
  // Only the English text is binding; other languages have a summary of it.
  'privacy',
  'terms',
  'dmca',
  'cookies',
  'posts/mp4-webm-mkv',
  'posts/4k-1080p60-hdr',
  'posts/bitrate-and-file-size',
  'posts/m4a-mp3-opus',
  'posts/podcasts-for-a-flight',
  'posts/hls-explained',
  'posts/live-streams-and-premieres',
  'posts/copyright-in-plain-words',
];
