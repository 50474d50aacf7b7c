import { List } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { searchLink } from '../../../entities/media/handover/search-link.js';
import { ButtonLink } from '../../../ui/buttons/button.js';

/**
 * Leads back to the list that the zip was made from. If the visitor has just seen the list, it
 * appears at once.
 */
export function ListLink({ sourceUrl }: { readonly sourceUrl: string | null }) {
  const { t } = useTranslation('preview');
  return (
    <ButtonLink {...searchLink(sourceUrl)} variant="quiet">
      <List aria-hidden size={18} />
      {t('bundle.back')}
    </ButtonLink>
  );
}
