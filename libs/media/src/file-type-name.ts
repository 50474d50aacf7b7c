/** Types that are not written in capitals, as their own projects write them. */
const NAMES: Readonly<Record<string, string>> = { webm: 'WebM', ogg: 'Ogg', opus: 'Opus' };

/** What people call a type of file: "MP4", "WebM". @param extension without a dot, any case */
export const fileTypeName = (extension: string): string =>
  NAMES[extension.toLowerCase()] ?? extension.toUpperCase();
