import { useTranslation } from '../../../i18n/use-translation.js';
import { useLocation } from 'react-router-dom';
import { ButtonLink } from '../../../ui/buttons/button.js';
import { FetchAgain } from './fetch-again.js';
import { timesFetched } from './fetched-paths.js';
import { OtherFormats } from './other-formats.js';

interface StartOverProps {
  /** The source page of the media, if it is known. */
  readonly sourceUrl: string | null;
  /** True if the file expired while the page was open. */
  readonly hadIt?: boolean;
}

/**
 * The actions for a task that is gone: download again from the source page, or go to the home page.
 * If a renewed task is gone as well, another attempt would not help, so other formats come first.
 */
export function StartOver({ sourceUrl, hadIt = false }: StartOverProps) {
  const { t } = useTranslation('preview');
  const { search } = useLocation();
  const isInVain = !hadIt && timesFetched(search) > 0;
  return (
    <>
      {sourceUrl !== null && isInVain && <OtherFormats sourceUrl={sourceUrl} primary />}
      {sourceUrl !== null && <FetchAgain quiet={isInVain} />}
      <ButtonLink to="/" variant={sourceUrl === null ? 'primary' : 'quiet'}>
        {t('retention.home')}
      </ButtonLink>
    </>
  );
}
