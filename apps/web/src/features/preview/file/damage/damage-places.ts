import type { DamagedSpan } from '@dipper/contract';
import { displayDuration } from '@dipper/media';
import type { TFunction } from 'i18next';

/** More damaged places than this are counted instead of listed. */
const MOST_PLACES = 3;

/**
 * Describes where a file is damaged: "Affected: 7:12 to 7:16.", "12 sections affected."; '' if
 * unknown.
 * @param language the language of `t`, used to join several places
 */
export function damagePlaces(
  damage: readonly DamagedSpan[],
  t: TFunction<'preview'>,
  language: string,
): string {
  if (damage.length === 0) {
    return '';
  }
  if (damage.length > MOST_PLACES) {
    return t('damage.affectedMany', { count: damage.length });
  }
  const places = damage.map(({ from_seconds, to_seconds }) => {
    const from = displayDuration(Math.floor(from_seconds));
    return to_seconds === null
      ? t('damage.toEnd', { from })
      : t('damage.span', { from, to: displayDuration(Math.ceil(to_seconds)) });
  });
  return t('damage.affected', { places: new Intl.ListFormat(language).format(places) });
}
