import type { MouseEvent } from 'react';
import { useHref } from 'react-router-dom';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSession } from '../../entities/session/current-session.js';
import { Button } from '../../ui/buttons/button.js';
import { prepareAuth, useAccountDialogs } from './use-account-dialogs.js';
import { useAccountParts } from './use-account-parts.js';

export interface AccountCornerProps {
  /** In the header on wide screens, or in the menu on small ones. */
  readonly place: 'bar' | 'menu';
}

interface SignInButtonsProps extends AccountCornerProps {
  /** Prefetches the code and data that a signed-in visitor needs. */
  readonly prepare: () => void;
}

/** Before hydration, the buttons open the same dialog through the URL (mail-link.ts). */
function SignInButtons({ place, prepare }: SignInButtonsProps) {
  const { t } = useTranslation();
  const { openAuth, isLoading } = useAccountDialogs();
  const isInMenu = place === 'menu';
  const open = (event: MouseEvent, mode: 'login' | 'register') => {
    event.preventDefault();
    prepare();
    openAuth({ mode });
  };
  const button = { type: 'submit', name: 'auth', className: isInMenu ? 'grow' : '' } as const;
  return (
    <form
      action={useHref('/')}
      onPointerOver={prepareAuth}
      data-pending={isLoading || undefined}
      className={`flex gap-1 ${isInMenu ? 'border-y border-line py-2' : ''}`}
    >
      <Button
        {...button}
        variant={isInMenu ? 'quiet' : 'plain'}
        value="login"
        onClick={(event) => open(event, 'login')}
      >
        {t('account.signIn')}
      </Button>
      <Button
        {...button}
        variant="quiet"
        value="register"
        onClick={(event) => open(event, 'register')}
      >
        {t('account.signUp')}
      </Button>
    </form>
  );
}

/**
 * Sign-in buttons or the user's menu; hidden without scripts. The server sends the same HTML to
 * everybody. Until the session is known, an attribute on the root element tells which of the two is
 * likely (session-mark.ts).
 */
export function AccountCorner({ place }: AccountCornerProps) {
  const { state, user } = useSession();
  const [parts, prepare] = useAccountParts();
  const isInBar = place === 'bar';
  const isUnknown = state === 'unknown';
  return (
    <div className={`noscript:hidden ${isInBar ? 'ms-1 max-lg:hidden' : ''}`}>
      {user === null && (
        <div className={isUnknown ? 'in-data-session:hidden' : undefined}>
          <SignInButtons place={place} prepare={prepare} />
        </div>
      )}
      {isInBar && (isUnknown || (user !== null && parts === null)) && (
        // Reserves space for the menu.
        <div className="grid size-11 place-items-center not-in-data-session:hidden">
          <span className="size-9 rounded-full bg-sunk" />
        </div>
      )}
      {user !== null &&
        parts !== null &&
        (isInBar ? (
          <parts.UserMenu user={user} />
        ) : (
          <div className="border-y border-line py-3">
            <parts.UserEntries user={user} />
          </div>
        ))}
      {isInBar && parts !== null && <parts.SessionParts />}
    </div>
  );
}
