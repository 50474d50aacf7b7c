import { formatLocale } from '../../i18n/format-locale.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSession } from './current-session.js';

/**
 * Formats a moment in the page's language and in the account's time zone, or in the device's time
 * zone if nobody is signed in.
 * @returns a function from an ISO 8601 moment to words; '' if the moment is invalid
 */
export function useAccountDates(): (moment: string) => string {
  const { i18n } = useTranslation();
  const { user } = useSession();
  const format = new Intl.DateTimeFormat(formatLocale(i18n.language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(user !== null && { timeZone: user.profile.timezone }),
  });
  return (moment) => {
    const date = new Date(moment);
    return Number.isNaN(date.getTime()) ? '' : format.format(date);
  };
}
