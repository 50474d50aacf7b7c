import type { DamagedSpan } from '@dipper/contract';
import { displayDuration } from '@dipper/media';
import type { TFunction } from 'i18next';

/** More places than this are counted, not listed. */
const MOST_PLACES = 3;

/**
 * Where a file is damaged, to go after "damaged": "from 7:12 to 7:16", "in 12 places".
 * @param language of `t`, for how it joins several.
 */
export function damagePlaces(
  damage: readonly DamagedSpan[],
  t: TFunction<'preview'>,
  language: string,
): string {
  if (damage.length === 0) {
    return t('damage.somewhere');
  }
  if (damage.length > MOST_PLACES) {
    return t('damage.places', { count: damage.length });
  }
  const places = damage.map(({ from_seconds, to_seconds }) => {
    const from = displayDuration(Math.floor(from_seconds));
    return to_seconds === null
      ? t('damage.toEnd', { from })
      : t('damage.span', { from, to: displayDuration(Math.ceil(to_seconds)) });
  });
  return new Intl.ListFormat(language).format(places);
}
