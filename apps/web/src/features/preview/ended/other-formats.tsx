import { LayoutGrid } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { SEARCH_AT_ONCE } from '../../../lib/handover/search-at-once.js';
import { ButtonLink } from '../../../ui/button.js';

interface OtherFormatsProps {
  /** The page that the media comes from, where it is known. */
  readonly sourceUrl: string | null;
  /** In place of a format that cannot be had well: the first thing to do. */
  readonly instead?: boolean;
}

/** Back to the formats of the source page: those that were found before, or else searched again. */
export function OtherFormats({ sourceUrl, instead = false }: OtherFormatsProps) {
  const { t } = useTranslation('preview');
  return (
    <ButtonLink
      to={sourceUrl === null ? '/' : `/?url=${encodeURIComponent(sourceUrl)}`}
      state={SEARCH_AT_ONCE}
      variant={instead ? 'primary' : 'quiet'}
    >
      <LayoutGrid aria-hidden size={18} />
      {t(instead ? 'damage.others' : 'actions.others')}
    </ButtonLink>
  );
}
