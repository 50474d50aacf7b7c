import type { DamagedSpan } from '@dipper/contract';
import { useTranslation } from '../../../../i18n/use-translation.js';
import { useMedia } from '../../address/shown-media.js';
import { damagePlaces } from './damage-places.js';

type DamageWords = (damage: readonly DamagedSpan[]) => { heading: string; text: string };

/** Returns a function that describes where a file is damaged and how that affects playback. */
export function useDamageWords(): DamageWords {
  const { isAudio } = useMedia();
  const { t, i18n } = useTranslation('preview');
  return (damage) => ({
    heading: t('damage.heading'),
    text: [
      damagePlaces(damage, t, i18n.language),
      t(isAudio ? 'damage.audioMay' : 'damage.videoMay'),
    ]
      .filter(Boolean)
      .join(' '),
  });
}
