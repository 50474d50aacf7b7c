import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { AlertBox } from '../../components/alert-box.js';
import { announcedMoment, countdownWords } from './countdown-words.js';

interface RetentionNoticeProps {
  /** Null while it is not known yet. */
  readonly secondsLeft: number | null;
}

/** How long a finished file can still be had. */
export function RetentionNotice({ secondsLeft }: RetentionNoticeProps) {
  const { t } = useTranslation('preview');
  const moment = secondsLeft === null ? null : announcedMoment(secondsLeft);
  return (
    <section className="card grid gap-2 p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="flex items-center gap-2 text-base">
          <Clock aria-hidden size={20} className="text-accent" />
          {t('retention.heading')}
        </h2>
        <p className="font-semibold tabular-nums">
          <span className="sr-only">{t('retention.left')} </span>
          <time role="timer">{secondsLeft === null ? '' : countdownWords(secondsLeft, t)}</time>
        </p>
      </div>
      <p className="text-[0.9375rem] text-muted">{t('retention.text')}</p>
      <p role="status" className="sr-only">
        {moment === null ? '' : t('retention.announce', { left: countdownWords(moment, t) })}
      </p>
    </section>
  );
}

/** The file is gone: no download any more, only the way back. */
export function ExpiredNotice() {
  const { t } = useTranslation(['preview', 'messages']);
  return (
    <section className="card grid gap-4 p-5">
      <AlertBox>
        <h2 className="text-lg">{t('retention.expired')}</h2>
        <p className="font-normal text-text">{t('messages:merge.expired')}</p>
      </AlertBox>
      <Link to="/" className="button button-primary justify-self-start">
        {t('retention.home')}
      </Link>
    </section>
  );
}
