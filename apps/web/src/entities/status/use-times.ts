import { useMounted } from '../../lib/react/use-mounted.js';
import { formatLocale } from '../../i18n/format/format-locale.js';
import { useTranslation } from '../../i18n/use-translation.js';

/**
 * Formats moments with their time zone: "14:10 UTC", or "22 November, 14:10 UTC" if that is not
 * today. The zone is UTC on the server and therefore in the first render, and the visitor's own
 * after that.
 * @returns a function of two moments in ISO 8601: the one to show, and the current time by the
 * server's clock
 */
export function useTimes(): (time: string, now: string) => string {
  const { i18n } = useTranslation();
  const zone = useMounted() ? undefined : 'UTC';
  const locale = formatLocale(i18n.language);
  const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', timeZone: zone };
  const clock: Intl.DateTimeFormatOptions = {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
    timeZoneName: 'short',
  };
  const dayOf = (date: Date) => new Intl.DateTimeFormat(locale, day).format(date);
  return (time, now) => {
    const [shown, today] = [new Date(time), new Date(now)];
    const isToday = dayOf(shown) === dayOf(today);
    return new Intl.DateTimeFormat(locale, isToday ? clock : { ...day, ...clock }).format(shown);
  };
}
