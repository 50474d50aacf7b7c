import type { FailedReply } from '@dipper/client';
import { useId } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { Button } from '../../ui/buttons/button.js';
import { FailureWords } from './history-failure.js';

interface ClearConfirmationProps {
  /** How many entries would be deleted. */
  readonly total: number;
  readonly isRunning: boolean;
  readonly failure: FailedReply | null;
  readonly onClear: () => void;
  readonly onKeep: () => void;
}

/** Replaces the list with a confirmation. The harmless button gets the focus. */
export function ClearConfirmation(props: ClearConfirmationProps) {
  const { total, isRunning, failure, onClear, onKeep } = props;
  const { t } = useTranslation('history');
  const id = useId();
  return (
    <div
      role="alertdialog"
      aria-labelledby={`${id}heading`}
      aria-describedby={`${id}text`}
      className="rise m-auto grid max-w-md gap-4 py-8"
    >
      <h3 id={`${id}heading`} className="text-xl">
        {t('clear.heading')}
      </h3>
      <p id={`${id}text`} className="text-muted">
        {t('clear.text', { count: total })}
      </p>
      {failure !== null && <FailureWords which="clearFailed" failure={failure} />}
      <div className="actions">
        <Button variant="primary" busy={isRunning} onClick={onClear}>
          {t(isRunning ? 'clear.running' : 'clear.confirm')}
        </Button>
        <Button autoFocus variant="quiet" busy={isRunning} onClick={onKeep}>
          {t('clear.keep')}
        </Button>
      </div>
    </div>
  );
}
