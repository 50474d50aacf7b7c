import { LayoutGrid } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

interface OtherFormatsProps {
  /** The page that the media comes from, where it is known. */
  readonly sourceUrl: string | null;
}

/** Back to the form, filled in with the source page. */
export function OtherFormats({ sourceUrl }: OtherFormatsProps) {
  const { t } = useTranslation('preview');
  return (
    <Link
      to={sourceUrl === null ? '/' : `/?url=${encodeURIComponent(sourceUrl)}`}
      className="button button-quiet"
    >
      <LayoutGrid aria-hidden size={18} />
      {t('actions.others')}
    </Link>
  );
}
