import { LoaderCircle } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.js';
import { AgainButton } from '../../ui/buttons/again-button.js';
import { AlertBox } from '../../ui/alert-box.js';
import type { LinkState } from './use-short-link.js';

interface LinkWaitingProps {
  readonly state: Exclude<LinkState, { phase: 'made' }>;
  readonly onAgain: () => void;
}

/** Shown while a link is being created, or after that has failed. */
export function LinkWaiting({ state, onAgain }: LinkWaitingProps) {
  const { t } = useTranslation('share');
  return state.phase === 'loading' ? (
    <p role="status" className="flex min-h-12 items-center gap-2 text-muted">
      <LoaderCircle aria-hidden size={20} className="animate-spin" />
      {t('status.loading')}
    </p>
  ) : (
    <div className="grid grid-cols-1 justify-items-start gap-3">
      <AlertBox>{state.reason}</AlertBox>
      <AgainButton seconds={state.againInSeconds} variant="quiet" onClick={onAgain} />
    </div>
  );
}
