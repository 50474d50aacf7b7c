const KB = 1024;
const MB = KB * KB;
const GB = MB * KB;

export type SizeUnit = 'B' | 'KB' | 'MB' | 'GB';

/** A rounded number and its unit. Each language formats them in its own way. */
export interface Measure<Unit extends string> {
  readonly value: number;
  readonly unit: Unit;
  /** The fixed number of decimals, including zeros. */
  readonly decimals: 0 | 1;
}

const isSize = (bytes: number): boolean => Number.isFinite(bytes) && bytes >= 0;

/**
 * Rounds `value` to one decimal. It is rounded here, so that the number is the same in all
 * languages.
 */
export const withDecimal = <Unit extends string>(value: number, unit: Unit): Measure<Unit> => ({
  value: Number(value.toFixed(1)),
  unit,
  decimals: 1,
});

/** A measure in English: "1.5 MB". */
export const englishMeasure = ({ value, unit, decimals }: Measure<string>): string =>
  `${value.toFixed(decimals)} ${unit}`;

/**
 * A size on the preview page, with one decimal: in MB from 1 MB, and otherwise in KB (specification
 * §5); null if unknown.
 */
export const previewSizeParts = (bytes: number): Measure<SizeUnit> | null => {
  if (!isSize(bytes)) {
    return null;
  }
  return bytes >= MB ? withDecimal(bytes / MB, 'MB') : withDecimal(bytes / KB, 'KB');
};

/**
 * A size in lists of results and in the history: in B, KB, MB or GB (specification §5, §9); null if
 * unknown.
 */
export const listSizeParts = (bytes: number): Measure<SizeUnit> | null => {
  if (!isSize(bytes)) {
    return null;
  }
  if (bytes < KB) {
    return { value: Math.round(bytes), unit: 'B', decimals: 0 };
  }
  if (bytes < MB) {
    return withDecimal(bytes / KB, 'KB');
  }
  return bytes < GB ? withDecimal(bytes / MB, 'MB') : withDecimal(bytes / GB, 'GB');
};

/** `listSizeParts` in English; '' if unknown. */
export const listSize = (bytes: number): string => {
  const parts = listSizeParts(bytes);
  return parts === null ? '' : englishMeasure(parts);
};
