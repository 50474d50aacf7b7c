import { type Dispatch, useEffect, useEffectEvent } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { useSession } from '../../../entities/session/current-session.js';
import { Button } from '../../../ui/buttons/button.js';
import { BrandMark } from '../../../ui/illustration.js';
import { MESSAGE_ID } from '../auth-message.js';
import { type AuthEvent, type Outcome, outcomeMs } from '../auth-mode.reducer.js';

interface SuccessProps {
  readonly outcome: Outcome;
  readonly dispatch: Dispatch<AuthEvent>;
  readonly close: () => void;
}

/** Shows a form's outcome, then moves on automatically. */
export function Success({ outcome, dispatch, close }: SuccessProps) {
  const { t } = useTranslation('account');
  const isSignedIn = useSession().state === 'signed-in';
  // Visitors who are signed in do not need the login form.
  const next = useEffectEvent(() => (isSignedIn ? close() : dispatch({ type: 'returned' })));
  useEffect(() => {
    const timer = setTimeout(() => next(), outcomeMs(outcome));
    return () => clearTimeout(timer);
  }, [outcome]);
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-5 pb-6 text-center">
      <span className="relative grid size-32 place-items-center rounded-full bg-sky after:absolute after:inset-0 after:animate-[ring_900ms_var(--ease-out)_both] after:rounded-full after:border-3 after:border-primary">
        <BrandMark className="size-18" />
      </span>
      <p id={MESSAGE_ID} role="status" className="max-w-80 text-lg text-balance">
        {t(`messages.${outcome}`)}
      </p>
      {!isSignedIn && (
        <Button variant="quiet" onClick={() => dispatch({ type: 'returned' })}>
          {t('auth.done.next')}
        </Button>
      )}
    </div>
  );
}
