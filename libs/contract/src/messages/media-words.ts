/** Words in the labels of formats ("1080p60 MP4", "Audio M4A 128 kbps"). */
export const LABEL_WORDS = {
  audio: 'Audio',
  video: 'Video',
  silent: 'no audio',
  watermark: 'watermark',
} as const;

/** The title used for an item that has none. */
export const UNTITLED = 'Untitled';
