import type { Format } from '@dipper/contract';
import { useTranslation } from '../../../i18n/use-translation.js';
import { useUnits } from '../../../i18n/use-units.js';

/** The words for a size, "~" in front of an estimated one; '' for an unknown one, which is said once for all. */
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

/** Size of a format. */
export function FormatSize({ format }: { readonly format: Format }) {
  const size = useFormatSize()(format);
  return size === '' ? null : <span className="tabular-nums">{size}</span>;
}

interface MissingSizesProps {
  readonly formats: readonly Format[];
  /** The source is still being asked. */
  readonly asks: boolean;
}

/** What is to be said where sizes are missing: once, not on each row. */
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
