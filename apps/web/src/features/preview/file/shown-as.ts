import { extensionOf } from '@dipper/media';

/** How a finished file is shown on its page. */
export type ShownAs = 'player' | 'picture' | 'text' | 'bundle';

const BY_EXTENSION: Readonly<Record<string, ShownAs>> = {
  ...{ srt: 'text', vtt: 'text', txt: 'text', md: 'text' },
  ...{ gif: 'picture', webp: 'picture', jpg: 'picture', jpeg: 'picture', png: 'picture' },
  zip: 'bundle',
};

/** Decides by extension how to show a file. Files with an unknown extension are played. */
export function shownAs(filename: string | null): ShownAs {
  const extension = extensionOf(filename ?? '') ?? '';
  return (Object.hasOwn(BY_EXTENSION, extension) ? BY_EXTENSION[extension] : undefined) ?? 'player';
}
