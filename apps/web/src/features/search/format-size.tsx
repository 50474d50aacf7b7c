import type { Format } from '@dipper/contract';
import { listSize } from '@dipper/media';
import { useTranslation } from 'react-i18next';

interface FormatSizeProps {
  readonly format: Format;
}

/** Size of a format, "~" in front of an estimated one. */
export function FormatSize({ format }: FormatSizeProps) {
  const { t } = useTranslation('home');
  if (format.filesize === null) {
    return <span>{t('result.unknownSize')}</span>;
  }
  const size = listSize(format.filesize);
  return (
    <span className="tabular-nums">
      {format.filesize_approx ? t('result.approx', { size }) : size}
    </span>
  );
}
