/** Matches an extension. A leading dot hides a file, and does not begin an extension. */
const EXTENSION = /[^.]\.([a-z0-9]{1,8})$/i;
const RATE = /_(\d+(?:\.\d+)?)(k|M)bps(?=\.[a-z0-9]+$)/;

/** The extension of a filename or path, in lower case and without the dot; null if it has none. */
export function extensionOf(name: string): string | null {
  return EXTENSION.exec(name)?.[1]?.toLowerCase() ?? null;
}

/**
 * The bitrate at the end of a suggested audio filename (`suggestFilename`), in kbit/s; null if
 * there is none.
 */
export function rateInFilename(filename: string): number | null {
  const [, value, unit] = RATE.exec(filename) ?? [];
  return value === undefined ? null : Number(value) * (unit === 'M' ? 1000 : 1);
}
