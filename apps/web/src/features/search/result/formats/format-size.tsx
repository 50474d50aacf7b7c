import type { Format } from '@dipper/contract';
import { useState } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.js';
import { useUnits } from '../../../../i18n/use-units.js';

/** Bytes whose size takes the most room in words. */
const WIDEST_BYTES = 999_940_000;

/** A size in words, with "~" if estimated; '' if unknown, which is mentioned once for all rows. */
export function useFormatSize(): (format: Format) => string {
  const { t } = useTranslation('search');
  const { listSize } = useUnits();
  return ({ filesize, filesize_approx: isEstimate }) => {
    if (filesize === null) {
      return '';
    }
    const size = listSize(filesize);
    return isEstimate ? t('result.approx', { size }) : size;
  };
}

/** A size, or its place: one that arrives late must not move anything under a finger. */
export function FormatSize({ format }: { readonly format: Format }) {
  const { t } = useTranslation('search');
  const { listSize } = useUnits();
  const size = useFormatSize()(format);
  return size === '' ? (
    <span aria-hidden className="invisible whitespace-nowrap tabular-nums">
      {t('result.approx', { size: listSize(WIDEST_BYTES) })}
    </span>
  ) : (
    <span className="whitespace-nowrap tabular-nums">{size}</span>
  );
}

interface MissingSizesProps {
  readonly formats: readonly Format[];
  /** Sizes may still arrive from the source. */
  readonly asks: boolean;
}

/** Mentions missing sizes once, not on each row. */
export function MissingSizes({ formats, asks }: MissingSizesProps) {
  const { t } = useTranslation('search');
  const missing = formats.filter(({ filesize }) => filesize === null).length;
  // Its place stays when the sizes have arrived, and fits both sentences.
  const [hasPlace] = useState(missing > 0);
  if (!hasPlace && missing === 0) {
    return null;
  }
  const unsaid = missing === formats.length ? 'none' : 'some';
  return (
    <p className="px-3 text-sm text-muted max-sm:min-h-[2lh] sm:min-h-[1lh] sm:px-4">
      {missing > 0 && t(`result.sizes.${asks ? 'asking' : unsaid}`)}
    </p>
  );
}
