/**
 * Ids of all posts in the order shown, as in their URLs: lower-case letters, digits, hyphens. Any
 * other path below /blog answers 404; the sitemap lists these.
 */
export const POSTS: readonly string[] = [
  'no-sound-at-1080p',
  'mp4-webm-mkv',
  '4k-1080p60-hdr',
  'bitrate-and-file-size',
  'm4a-mp3-opus',
  'podcasts-for-a-flight',
  'hls-explained',
  'why-download-links-die',
  'is-my-download-complete',
  'files-on-iphone-and-android',
  'share-messages-and-short-links',
  'live-streams-and-premieres',
  'fake-download-buttons',
  'copyright-in-plain-words',
];
