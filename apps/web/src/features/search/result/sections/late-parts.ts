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

/** Begins to load what a section shows, beside its words; what fails is asked for again. */
export function prefetchSection(id: string): void {
  const parts: Readonly<Record<string, { readonly preload: () => Promise<void> }>> = {
    subtitles: subtitleSection,
    clip: clipSection,
    sound: choiceSelect,
  };
  parts[id]?.preload().catch(() => undefined);
}
