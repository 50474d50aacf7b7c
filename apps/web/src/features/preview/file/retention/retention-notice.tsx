import { Clock, ClockAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.js';
import { announcedMoment, countdownWords, type Urgency, urgency } from './countdown-words.js';
import { EndedPanel } from '../../ended/ended-panel.js';
import { GoneFacts } from '../../ended/gone-facts.js';
import { StartOver } from '../../ended/start-over.js';
import { Badge } from '../../../../ui/badge.js';

interface RetentionNoticeProps {
  readonly secondsLeft: number | null;
  /** True if this page's link can download the file again. */
  readonly heals: boolean;
}

const BADGE = 'shrink-0 px-2.5 py-0.5 text-sm tabular-nums';
/** Reserves the width of the longest countdown while the time is unknown. */
const LONGEST = 23 * 3600 + 59 * 60;

const GROUNDS: Readonly<Record<Urgency, string>> = {
  none: 'bg-sunk text-text',
  soon: 'bg-accent text-on-accent',
  now: 'bg-danger text-surface',
};

/** Returns the seconds left at the last announcement, because a live region must not tick. */
function useAnnouncedSeconds(secondsLeft: number | null): number | null {
  const moment = secondsLeft === null ? null : announcedMoment(secondsLeft);
  const [announced, setAnnounced] = useState({ moment, seconds: secondsLeft });
  if (announced.moment !== moment) {
    setAnnounced({ moment, seconds: secondsLeft });
  }
  return announced.moment === null ? null : announced.seconds;
}

export function RetentionNotice({ secondsLeft, heals }: RetentionNoticeProps) {
  const { t } = useTranslation('preview');
  const announced = useAnnouncedSeconds(secondsLeft);
  return (
    <section className="card grid gap-2 p-5">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <Clock aria-hidden size={20} className="mt-1 shrink-0 text-accent" />
        <h2 className="min-w-0 flex-[1_1_14rem] text-base">{t('retention.heading')}</h2>
        {secondsLeft === null ? (
          <Badge aria-hidden className={`invisible ${BADGE}`}>
            {t('retention.left', { left: countdownWords(LONGEST, t) })}
          </Badge>
        ) : (
          <Badge as="time" role="timer" className={`${BADGE} ${GROUNDS[urgency(secondsLeft)]}`}>
            {t('retention.left', { left: countdownWords(secondsLeft, t) })}
          </Badge>
        )}
      </div>
      <p className="text-sm text-muted">{t(heals ? 'retention.comesBack' : 'retention.goes')}</p>
      <p role="status" className="sr-only">
        {announced === null ? '' : t('retention.announce', { left: countdownWords(announced, t) })}
      </p>
    </section>
  );
}

interface ExpiredNoticeProps {
  /** True if the file expired while the page was open. */
  readonly hadIt?: boolean;
  readonly sizeBytes?: number | null;
}

/** Shown once the file has expired, with a link to the source page. */
export function ExpiredNotice({ hadIt = false, sizeBytes = null }: ExpiredNoticeProps) {
  const { t } = useTranslation('preview');
  return (
    <EndedPanel
      role="alert"
      plate="expired"
      icon={ClockAlert}
      heading={t('retention.expired')}
      text={t('messages.merge.expired')}
      facts={<GoneFacts sizeBytes={sizeBytes} />}
    >
      <StartOver hadIt={hadIt} />
    </EndedPanel>
  );
}
