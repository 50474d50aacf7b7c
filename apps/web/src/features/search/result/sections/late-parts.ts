import { lazyComponent } from '../../../../lib/lazy-component.js';

/** Subtitles as files, and in the video. */
export const subtitleSection = lazyComponent(
  async () => (await import('./subtitle-section.js')).SubtitleSection,
);

/** A stretch of the item. */
export const clipSection = lazyComponent(
  async () => (await import('./clip-section.js')).ClipSection,
);

/** What a device wants marked. */
export const choiceSelect = lazyComponent(
  async () => (await import('./choice-select.js')).ChoiceSelect,
);
