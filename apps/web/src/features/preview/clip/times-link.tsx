import { Scissors } from 'lucide-react';
import { searchLink } from '../../../entities/media/handover/search-link.js';
import { useTranslation } from '../../../i18n/use-translation.js';
import { ButtonLink } from '../../../ui/buttons/button.js';
import { clipText } from '@dipper/media';
import { useMedia, useShownWish } from '../address/shown-media.js';

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

/**
 * Returns the page and the times of this clip as text for the search field; null for other files.
 */
export function useClipText(): string | null {
  const { sourceUrl: link } = useMedia();
  const wish = useShownWish();
  if (wish?.kind !== 'clip' || link === null) {
    return null;
  }
  const { start, end, as = null } = wish;
  return clipText({ link, start, end, as });
}
