import type { DamagedSpan } from '@dipper/contract';
import { Download, TriangleAlert } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { useDamageWords } from '../file/damage/use-damage-words.js';
import { EndedPanel } from './ended-panel.js';
import { OtherFormats } from './other-formats.js';
import { Button } from '../../../ui/buttons/button.js';
import { HelpLink } from '../../../ui/buttons/help-link.js';

interface DamagedSourceProps {
  readonly damage: readonly DamagedSpan[];
  readonly isAudio: boolean;
  readonly sourceUrl: string | null;
  readonly onTake: () => void;
}

/**
 * Shown when there is no file because the source is damaged. It offers another format, or the
 * damaged file anyway.
 */
export function DamagedSource({ damage, isAudio, sourceUrl, onTake }: DamagedSourceProps) {
  const { t } = useTranslation('preview');
  const { heading, text } = useDamageWords(isAudio)(damage);
  return (
    <EndedPanel
      role="alert"
      icon={TriangleAlert}
      heading={heading}
      text={`${t('damage.text')} ${text}`}
    >
      <OtherFormats sourceUrl={sourceUrl} primary />
      <Button variant="quiet" onClick={onTake}>
        <Download aria-hidden size={18} />
        {t('damage.take')}
      </Button>
      <HelpLink code="SOURCE_DAMAGED" />
    </EndedPanel>
  );
}
