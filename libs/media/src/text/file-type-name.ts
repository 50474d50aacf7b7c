/** File types that their own projects do not write in capitals. */
const NAMES: Readonly<Record<string, string>> = {
  webm: 'WebM',
  ogg: 'Ogg',
  opus: 'Opus',
  md: 'Markdown',
};

/** The display name of a file type: "MP4", "WebM". @param extension without a dot, any case */
export const fileTypeName = (extension: string): string =>
  NAMES[extension.toLowerCase()] ?? extension.toUpperCase();
