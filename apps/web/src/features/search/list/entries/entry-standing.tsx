import { CircleAlert, CircleCheck, Download, LoaderCircle, RotateCcw } from 'lucide-react';
import { useErrorWords } from '../../../../i18n/errors/error-words.js';
import { useTranslation } from '../../../../i18n/use-translation.js';
import { Button, ButtonLink } from '../../../../ui/buttons/button.js';
import type { RunStanding } from '../run/run.reducer.js';

interface EntryStandingProps {
  readonly standing: RunStanding;
  readonly title: string;
  readonly onAgain: () => void;
}

/** The state of an entry's file, and the next action. */
export function EntryStanding({ standing, title, onAgain }: EntryStandingProps) {
  const { t } = useTranslation('list');
  const { t: common } = useTranslation();
  const wordsOf = useErrorWords();
  const line = 'col-span-2 flex min-h-11 flex-wrap items-center gap-x-2 ps-8 pb-2 text-sm';
  switch (standing.state) {
    case 'waiting':
      return <p className={`${line} text-muted`}>{t('run.waiting')}</p>;
    case 'making':
      return (
        <p className={`${line} text-accent tabular-nums`}>
          <LoaderCircle aria-hidden size={16} className="animate-spin" />
          {t('run.making')}
          {standing.progress > 0 && (
            <span>{t('run.percent', { percent: Math.floor(standing.progress) })}</span>
          )}
        </p>
      );
    case 'saved':
      return (
        <div className={line}>
          <CircleCheck aria-hidden size={16} className="text-link" />
          {t('run.saved')}
          <ButtonLink
            variant="plain"
            tone="link"
            href={standing.file.href}
            download={standing.file.filename}
            aria-label={t('run.saveEntry', { title })}
          >
            <Download aria-hidden size={16} />
            {t('run.save')}
          </ButtonLink>
        </div>
      );
    case 'failed': {
      const { error } = standing;
      return (
        <div className={line}>
          <CircleAlert aria-hidden size={16} className="text-danger" />
          <span className="min-w-0 grow basis-48 text-danger">
            {error === null ? t('run.offline') : (wordsOf(error) ?? t('run.failed'))}
          </span>
          <Button
            variant="plain"
            tone="link"
            aria-label={t('run.againEntry', { title })}
            onClick={onAgain}
          >
            <RotateCcw aria-hidden size={16} />
            {common('again')}
          </Button>
        </div>
      );
    }
  }
}
