import { useTranslation } from '../../i18n/use-translation.js';
import { useSession } from './current-session.js';

/**
 * Formats a moment in the page's language and the account's time zone; in the device's if nobody is
 * signed in.
 * @returns (moment: ISO 8601) → words; '' if invalid
 */
export function useAccountDates(): (moment: string) => string {
  const { i18n } = useTranslation();
  const { user } = useSession();
  const format = new Intl.DateTimeFormat(i18n.language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(user !== null && { timeZone: user.profile.timezone }),
  });
  return (moment) => {
    const date = new Date(moment);
    return Number.isNaN(date.getTime()) ? '' : format.format(date);
  };
}
