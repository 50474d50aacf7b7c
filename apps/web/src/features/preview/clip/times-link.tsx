import { Scissors } from 'lucide-react';
import { searchLink } from '../../../entities/media/handover/search-link.js';
import { useTranslation } from '../../../i18n/use-translation.js';
import { ButtonLink } from '../../../ui/buttons/button.js';
import { useClipText } from './use-clip-text.js';

/** Links from a finished clip back to the clip maker, set to its times. Other files have none. */
export function TimesLink() {
  const { t } = useTranslation('preview');
  const text = useClipText();
  return text === null ? null : (
    <ButtonLink {...searchLink(text)} variant="quiet">
      <Scissors aria-hidden size={18} />
      {t('actions.otherTimes')}
    </ButtonLink>
  );
}
