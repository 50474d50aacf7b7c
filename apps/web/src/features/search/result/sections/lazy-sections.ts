import { lazyComponent } from '../../../../lib/react/lazy-component.js';

/** Subtitles as files or inside the video. */
export const subtitleSection = lazyComponent(
  async () => (await import('./subtitle-section.js')).SubtitleSection,
);

export const clipSection = lazyComponent(
  async () => (await import('./clip-section.js')).ClipSection,
);

export const choiceSelect = lazyComponent(
  async () => (await import('./choice-select.js')).ChoiceSelect,
);

/** Prefetches the code of a section. A failed load is retried on demand. */
export function prefetchSection(id: string): void {
  const parts: Readonly<Record<string, { readonly preload: () => Promise<void> }>> = {
    subtitles: subtitleSection,
    clip: clipSection,
    sound: choiceSelect,
  };
  parts[id]?.preload().catch(() => undefined);
}
