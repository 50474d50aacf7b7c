import { wishInQuery } from '@dipper/contract';
import { Scissors } from 'lucide-react';
import { leave } from '../../../entities/media/handover/handover.js';
import { searchLink } from '../../../entities/media/handover/search-link.js';
import { useTranslation } from '../../../i18n/use-translation.js';
import { ButtonLink } from '../../../ui/buttons/button.js';
import { useShownQuery } from '../address/shown-query.js';
import { OtherFormats } from './other-formats.js';

interface OtherTimesProps {
  readonly sourceUrl: string | null;
  /** The item's duration in seconds, as measured by the server; null if unknown. */
  readonly seconds: number | null;
}

/** Links from a clip that starts after the end of its item back to the clip maker. */
export function OtherTimes({ sourceUrl, seconds }: OtherTimesProps) {
  const { t } = useTranslation('preview');
  const wish = wishInQuery(useShownQuery().recipe);
  if (wish?.kind !== 'clip' || sourceUrl === null) {
    return <OtherFormats sourceUrl={sourceUrl} />;
  }
  const { start, end } = wish;
  return (
    <>
      <ButtonLink
        {...searchLink(sourceUrl)}
        variant="primary"
        onClick={() => leave({ clip: { url: sourceUrl, start, end, seconds } })}
      >
        <Scissors aria-hidden size={18} />
        {t('actions.otherTimes')}
      </ButtonLink>
      <OtherFormats sourceUrl={sourceUrl} />
    </>
  );
}
