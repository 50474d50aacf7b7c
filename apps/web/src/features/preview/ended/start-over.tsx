import { RotateCcw } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { keepRefreshUrl } from '../../../lib/handover/refresh-extract.js';
import { SEARCH_AT_ONCE } from '../../../lib/handover/search-at-once.js';
import { ButtonLink } from '../../../ui/button.js';

interface StartOverProps {
  /** The page that the media comes from, where it is known. */
  readonly sourceUrl: string | null;
}

/**
 * The ways out where nothing is left of a task: its source page searched once more (the link that
 * is left says that the formats found before are no longer good), or the homepage.
 */
export function StartOver({ sourceUrl }: StartOverProps) {
  const { t } = useTranslation('preview');
  return (
    <>
      {sourceUrl !== null && (
        <ButtonLink
          to={`/?url=${encodeURIComponent(sourceUrl)}`}
          state={SEARCH_AT_ONCE}
          onClick={() => keepRefreshUrl(sourceUrl)}
          variant="primary"
        >
          <RotateCcw aria-hidden size={18} />
          {t('actions.again')}
        </ButtonLink>
      )}
      <ButtonLink to="/" variant={sourceUrl === null ? 'primary' : 'quiet'}>
        {t('retention.home')}
      </ButtonLink>
    </>
  );
}
