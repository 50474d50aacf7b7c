import {
  bitrateParts,
  type BitrateUnit,
  listSizeParts,
  type Measure,
  previewSizeParts,
  type SizeUnit,
} from '@dipper/media';
import { useMemo } from 'react';
import type { I18n } from '../create-i18n.js';
import { formatLocale } from './format-locale.js';
import { useTranslation } from '../use-translation.js';

/** Formats measures in one language; '' for an unknown value. */
interface Units {
  /** Formats a number of bytes for lists. */
  readonly listSize: (bytes: number) => string;
  /** Formats a number of bytes for the preview page. */
  readonly previewSize: (bytes: number) => string;
  /** Formats a bitrate in kbit/s. */
  readonly bitrate: (kbps: number) => string;
  /** Formats a whole number. */
  readonly number: (value: number) => string;
}

export function unitsOf(i18n: I18n): Units {
  const t = i18n.getFixedT(i18n.language, 'common');
  /** By the number of decimals. Making a format takes much longer than using it. */
  const formats = new Map<number, Intl.NumberFormat>();
  const number = (value: number, decimals = 0) => {
    const format =
      formats.get(decimals) ??
      new Intl.NumberFormat(formatLocale(i18n.language), {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
        useGrouping: false,
      });
    formats.set(decimals, format);
    return format.format(value);
  };
  const words = (measure: Measure<SizeUnit | BitrateUnit> | null) =>
    measure === null
      ? ''
      : t(`units.${measure.unit}`, { value: number(measure.value, measure.decimals) });
  return {
    listSize: (bytes) => words(listSizeParts(bytes)),
    previewSize: (bytes) => words(previewSizeParts(bytes)),
    bitrate: (kbps) => words(bitrateParts(kbps)),
    number: (value) => number(value),
  };
}

export function useUnits(): Units {
  const { i18n } = useTranslation();
  return useMemo(() => unitsOf(i18n), [i18n]);
}
