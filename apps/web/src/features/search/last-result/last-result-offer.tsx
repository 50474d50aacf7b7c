import type { Found } from '../../../entities/media/handover/handover.js';
import { useMediaWords } from '../../../entities/media/use-media-words.js';
import { useTranslation } from '../../../i18n/use-translation.js';
import { Button } from '../../../ui/buttons/button.js';

interface LastResultOfferProps {
  readonly found: Found;
  readonly onShow: (found: Found) => void;
}

/**
 * Offers the last result to a visitor who has come back to the page itself, for example through the
 * logo.
 */
export function LastResultOffer({ found, onShow }: LastResultOfferProps) {
  const { t } = useTranslation('search');
  const { title: titleOf } = useMediaWords();
  const { title } = 'info' in found ? found.info : found.list;
  return (
    <div className="-mt-2 flex min-w-0 items-center gap-x-3 ps-2 text-sm">
      <p className="min-w-0 truncate text-muted">
        {t('last.found')} <bdi>{titleOf(title)}</bdi>
      </p>
      <Button variant="plain" tone="link" className="shrink-0" onClick={() => onShow(found)}>
        {t('last.show')}
      </Button>
    </div>
  );
}
