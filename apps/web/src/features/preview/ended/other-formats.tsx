import { LayoutGrid } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { searchLink } from '../../../entities/media/handover/search-link.js';
import { ButtonLink } from '../../../ui/buttons/button.js';

interface OtherFormatsProps {
  /** The source page of the media, if it is known. */
  readonly sourceUrl: string | null;
  /** True if this is the primary action because the current format is damaged. */
  readonly primary?: boolean;
}

/** Leads back to the formats of the source page: to the earlier result, or to a new search. */
export function OtherFormats({ sourceUrl, primary = false }: OtherFormatsProps) {
  const { t } = useTranslation('preview');
  return (
    <ButtonLink {...searchLink(sourceUrl)} variant={primary ? 'primary' : 'quiet'}>
      <LayoutGrid aria-hidden size={18} />
      {t(primary ? 'damage.others' : 'actions.others')}
    </ButtonLink>
  );
}
