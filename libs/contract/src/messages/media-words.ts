/** Words in the labels of formats ("1080p60 MP4", "Audio M4A 128 kbps"). */
export const LABEL_WORDS = {
  audio: 'Audio',
  video: 'Video',
  silent: 'no audio',
  watermark: 'watermark',
} as const;

/** The title of an item without one. */
export const UNTITLED = 'Untitled';
