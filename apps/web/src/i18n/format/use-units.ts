import { useMemo } from 'react';
import { useTranslation } from '../use-translation.js';
import { type Units, unitsOf } from './units.js';

export function useUnits(): Units {
  const { i18n } = useTranslation();
  return useMemo(() => unitsOf(i18n), [i18n]);
}
