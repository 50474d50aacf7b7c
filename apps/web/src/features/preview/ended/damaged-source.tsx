import type { DamagedSpan } from '@dipper/contract';
import { Download, TriangleAlert } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { damagePlaces } from '../file/damage-places.js';
import { EndedPanel } from './ended-panel.js';
import { OtherFormats } from './other-formats.js';
import { Button } from '../../../ui/button.js';
import { HelpLink } from '../../../ui/help-link.js';

interface DamagedSourceProps {
  readonly damage: readonly DamagedSpan[];
  readonly isAudio: boolean;
  readonly sourceUrl: string | null;
  readonly onTake: () => void;
}

/** No file, because the source's own is damaged: another format, or that one all the same. */
export function DamagedSource({ damage, isAudio, sourceUrl, onTake }: DamagedSourceProps) {
  const { t, i18n } = useTranslation('preview');
  const where = damagePlaces(damage, t, i18n.language);
  return (
    <EndedPanel
      role="alert"
      icon={TriangleAlert}
      heading={t('damage.heading')}
      text={`${t('damage.text', { where })} ${t(isAudio ? 'damage.audioMay' : 'damage.videoMay')}`}
    >
      <OtherFormats sourceUrl={sourceUrl} instead />
      <Button variant="quiet" onClick={onTake}>
        <Download aria-hidden size={18} />
        {t('damage.take')}
      </Button>
      <HelpLink code="SOURCE_DAMAGED" />
    </EndedPanel>
  );
}
