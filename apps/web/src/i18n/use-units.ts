import { useMemo } from 'react';
import { useTranslation } from './use-translation.js';
import { type Units, unitsOf } from './units.js';

/** Sizes and rates in the words and with the decimal sign of the page's language. */
export function useUnits(): Units {
  const { i18n } = useTranslation();
  return useMemo(() => unitsOf(i18n), [i18n]);
}
