import { LayoutGrid } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { searchLink } from '../../../entities/media/handover/search-link.js';
import { ButtonLink } from '../../../ui/buttons/button.js';

interface OtherFormatsProps {
  /** The media's source page, if known. */
  readonly sourceUrl: string | null;
  /** The primary action, because this format is damaged. */
  readonly primary?: boolean;
}

/** Back to the source page's formats: the earlier result, or a new search. */
export function OtherFormats({ sourceUrl, primary = false }: OtherFormatsProps) {
  const { t } = useTranslation('preview');
  return (
    <ButtonLink {...searchLink(sourceUrl)} variant={primary ? 'primary' : 'quiet'}>
      <LayoutGrid aria-hidden size={18} />
      {t(primary ? 'damage.others' : 'actions.others')}
    </ButtonLink>
  );
}
