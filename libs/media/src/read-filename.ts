const EXTENSION = /\.([a-z0-9]{2,5})$/i;
const RATE = /_(\d+(?:\.\d+)?)(k|M)bps(?=\.[a-z0-9]+$)/;

/** The extension of a file's name or path, in lower case and without its dot; null where it has none. */
export function extensionOf(name: string): string | null {
  return EXTENSION.exec(name)?.[1]?.toLowerCase() ?? null;
}

/** The rate that a suggested name of sound ends with (`suggestFilename`), kbit/s; null where it has none. */
export function rateInFilename(filename: string): number | null {
  const [, value, unit] = RATE.exec(filename) ?? [];
  return value === undefined ? null : Number(value) * (unit === 'M' ? 1000 : 1);
}
