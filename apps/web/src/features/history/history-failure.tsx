import type { FailedReply } from '@dipper/client';
import { useErrorWords } from '../../i18n/errors/error-words.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { AgainButton } from '../../ui/buttons/again-button.js';
import { AlertBox } from '../../ui/alert-box.js';

interface FailureWordsProps {
  readonly which: 'fetchFailed' | 'clearFailed';
  readonly failure: FailedReply;
}

/** Shows the message of specification §8, followed by the server's reason if there is one. */
export function FailureWords({ which, failure }: FailureWordsProps) {
  const { t } = useTranslation('history');
  const why = useErrorWords()(failure);
  return (
    <AlertBox>
      {t(`messages.${which}`)}
      {why !== undefined && <p className="text-sm font-normal">{why}</p>}
    </AlertBox>
  );
}

interface HistoryFailureProps {
  readonly failure: FailedReply;
  readonly onRetry: () => void;
}

/** Shown when a page fails to load. The current page stays visible. */
export function HistoryFailure({ failure, onRetry }: HistoryFailureProps) {
  return (
    <div className="grid gap-3">
      <FailureWords which="fetchFailed" failure={failure} />
      <div>
        <AgainButton variant="quiet" seconds={failure.retryAfterSeconds ?? 0} onClick={onRetry} />
      </div>
    </div>
  );
}
