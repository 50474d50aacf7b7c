import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { useSession } from '../../../entities/session/current-session.js';
import { Button } from '../../../ui/buttons/button.js';
import { BrandMark } from '../../../ui/illustration.js';
import { MESSAGE_ID } from '../auth-message.js';
import { outcomeMs } from '../auth-mode.reducer.js';
import type { ModeProps } from './mode-props.js';

/** Shows a form's outcome, then moves on automatically. */
export function Success({ state, dispatch, close }: ModeProps) {
  const { t } = useTranslation('account');
  const { outcome } = state;
  const isSignedIn = useSession().state === 'signed-in';
  // Visitors who are signed in do not need the login form.
  const next = useEffectEvent(() => (isSignedIn ? close() : dispatch({ type: 'returned' })));
  useEffect(() => {
    if (outcome === null) {
      return;
    }
    const timer = setTimeout(() => next(), outcomeMs(outcome));
    return () => clearTimeout(timer);
  }, [outcome]);
  return (
    outcome !== null && (
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
    )
  );
}
