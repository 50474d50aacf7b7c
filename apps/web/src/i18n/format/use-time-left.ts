import { countdown } from '@dipper/media';
import { useTranslation } from '../use-translation.js';

/** Returns a function that words the seconds left, as "1 h 5 min left"; '' once they are over. */
export function useTimeLeft(): (seconds: number) => string {
  const { t } = useTranslation();
  return (seconds) => {
    const { unit, ...values } = countdown(seconds);
    return unit === 'expired' ? '' : t(`left.${unit}`, values);
  };
}
