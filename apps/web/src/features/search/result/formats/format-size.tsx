import type { Format } from '@dipper/contract';
import { useTranslation } from '../../../../i18n/use-translation.js';
import { useUnits } from '../../../../i18n/use-units.js';

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

export function FormatSize({ format }: { readonly format: Format }) {
  const size = useFormatSize()(format);
  return size === '' ? null : <span className="tabular-nums">{size}</span>;
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
  if (missing === 0) {
    return null;
  }
  const unsaid = missing === formats.length ? 'none' : 'some';
  return (
    <p className="px-3 text-sm text-muted sm:px-4">
      {t(`result.sizes.${asks ? 'asking' : unsaid}`)}
    </p>
  );
}
