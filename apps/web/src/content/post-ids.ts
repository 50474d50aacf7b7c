/**
 * The ids of all posts, in the order of the list and as in their URLs: lower-case letters, digits,
 * hyphens. Any other path below /blog is a 404. The sitemap lists these posts.
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
