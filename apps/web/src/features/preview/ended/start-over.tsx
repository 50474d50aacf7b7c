import { useTranslation } from '../../../i18n/use-translation.js';
import { useLocation } from 'react-router-dom';
import { ButtonLink } from '../../../ui/button.js';
import { FetchAgain } from './fetch-again.js';
import { timesFetched } from './fetched-paths.js';
import { OtherFormats } from './other-formats.js';

interface StartOverProps {
  /** The page that the media comes from, where it is known. */
  readonly sourceUrl: string | null;
  /** It was here a moment ago. */
  readonly hadIt?: boolean;
}

/**
 * What can be done where nothing is left of a task: fetch it again from its source page, or go home.
 * What was fetched again and is not there either will not be by a third try: then its other formats.
 */
export function StartOver({ sourceUrl, hadIt = false }: StartOverProps) {
  const { t } = useTranslation('preview');
  const { search } = useLocation();
  const isInVain = !hadIt && timesFetched(search) > 0;
  return (
    <>
      {sourceUrl !== null && isInVain && <OtherFormats sourceUrl={sourceUrl} instead />}
      {sourceUrl !== null && <FetchAgain quiet={isInVain} />}
      <ButtonLink to="/" variant={sourceUrl === null ? 'primary' : 'quiet'}>
        {t('retention.home')}
      </ButtonLink>
    </>
  );
}
