import { useLocation } from 'react-router-dom';
import { useTranslation } from '../../../i18n/use-translation.js';
import { ButtonLink } from '../../../ui/buttons/button.js';
import { useMedia } from '../address/shown-media.js';
import { FetchAgain } from './fetch-again.js';
import { timesFetched } from './fetched-paths.js';
import { OtherFormats } from './other-formats.js';

interface StartOverProps {
  /** True if the file expired while the page was open. */
  readonly hadIt?: boolean;
}

/**
 * Actions for a task that is gone: download again from the source page, or go home. If a renewed
 * task is gone too, another attempt won't help, so other formats come first.
 */
export function StartOver({ hadIt = false }: StartOverProps) {
  const { sourceUrl } = useMedia();
  const { t } = useTranslation('preview');
  const { search } = useLocation();
  const isInVain = !hadIt && timesFetched(search) > 0;
  return (
    <>
      {sourceUrl !== null && isInVain && <OtherFormats primary />}
      {sourceUrl !== null && <FetchAgain quiet={isInVain} />}
      <ButtonLink to="/" variant={sourceUrl === null ? 'primary' : 'quiet'}>
        {t('retention.home')}
      </ButtonLink>
    </>
  );
}
