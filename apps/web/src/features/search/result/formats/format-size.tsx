import { isConverted } from '@dipper/client';
import type { Format } from '@dipper/contract';
import { useState } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.js';
import { useUnits } from '../../../../i18n/format/units.js';

/** A number of bytes whose formatted size is the widest. */
const WIDEST_BYTES = 999_940_000;

/**
 * Returns a function that formats a size, with "~" if it is estimated; '' if unknown. Unknown sizes
 * are mentioned once for all rows.
 */
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

/** A size or the space for it. A late size must not move anything under the visitor's finger. */
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
  /** True while the source may still report sizes. */
  readonly asks: boolean;
  /** True if there are controls below, which must not move. */
  readonly holdsAll?: boolean;
}

/** Mentions missing sizes once instead of in each row. */
export function MissingSizes({ formats, asks, holdsAll = false }: MissingSizesProps) {
  const { t } = useTranslation('search');
  // We make the converted formats, so the site can't know their sizes.
  const ofSite = formats.filter((format) => !isConverted(format));
  const missing = ofSite.filter(({ filesize }) => filesize === null).length;
  // Keep the space once the sizes have arrived.
  const [hasPlace] = useState(missing > 0);
  if (!hasPlace && missing === 0) {
    return null;
  }
  const unsaid = missing === ofSite.length ? 'none' : 'some';
  return (
    <p
      className={`min-h-[1lh] px-3 text-sm text-muted sm:px-4 ${holdsAll ? 'max-sm:min-h-[2lh]' : ''}`}
    >
      {missing > 0 && t(`result.sizes.${asks ? 'asking' : unsaid}`)}
    </p>
  );
}
