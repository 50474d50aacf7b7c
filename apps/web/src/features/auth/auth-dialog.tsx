import '../../theme/later.css';
import { type ComponentType, useEffect, useReducer, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { currentSession, useSession } from '../../entities/session/current-session.js';
import { useOnChange } from '../../lib/react/use-on-change.js';
import { useSite } from '../../site/site.js';
import { Dialog } from '../../ui/overlays/dialog.js';
import type { DialogContentProps } from '../../ui/overlays/overlays-context.js';
import { MESSAGE_ID } from './auth-message.js';
import { authReducer, type AuthState, type FormMode, openedIn } from './auth-mode.reducer.js';
import { ForgotPassword } from './modes/forgot-password.js';
import { Login } from './modes/login.js';
import type { ModeProps } from './modes/mode-form.js';
import { Register } from './modes/register.js';
import { ResetPassword } from './modes/reset-password.js';
import { Success } from './modes/success.js';
import { VerifyEmail } from './modes/verify-email.js';
import { SteadyPanel } from './steady-panel.js';

const FORMS: Readonly<Record<FormMode, ComponentType<ModeProps>>> = {
  login: Login,
  register: Register,
  'forgot-password': ForgotPassword,
  'reset-password': ResetPassword,
  'verify-email': VerifyEmail,
};

/** Modes that make no sense once the visitor is signed in. */
const SIGNING_IN: readonly AuthState['mode'][] = ['login', 'register', 'forgot-password'];
/** In milliseconds. A sign-in from this dialog changes its mode within this time. */
const OWN_MS = 300;

/**
 * Closes the dialog if the visitor signed in elsewhere: in another tab, or before a link opened the
 * dialog.
 */
function useSignInElsewhere(mode: AuthState['mode'], close: () => void): void {
  const isLeftOver = useSession().state === 'signed-in' && SIGNING_IN.includes(mode);
  useEffect(() => {
    if (isLeftOver) {
      const timer = setTimeout(close, OWN_MS);
      return () => clearTimeout(timer);
    }
  }, [isLeftOver, close]);
}

interface AuthDialogProps extends DialogContentProps {
  readonly mode: FormMode;
  /** The token from the link in an email. */
  readonly token?: string;
}

/**
 * The account dialog with its six modes (specification §4). Closing it discards the input and
 * aborts pending requests.
 */
export function AuthDialog({ mode, token = '', close }: AuthDialogProps) {
  const { t } = useTranslation('account');
  const { name } = useSite().config.branding;
  const email = currentSession().user?.email ?? '';
  const [state, dispatch] = useReducer(authReducer, { mode, token, email }, openedIn);
  useSignInElsewhere(state.mode, close);
  const title = useRef<HTMLSpanElement>(null);
  // The dialog's frame sets the initial focus.
  useOnChange(state.mode, () => title.current?.focus({ preventScroll: true }));

  const go = (to: FormMode) => {
    const dialog = title.current?.closest('dialog');
    const field = dialog?.querySelector<HTMLInputElement>('input[name=email]');
    dispatch({ type: 'chose', mode: to, email: field?.value.trim() ?? state.email });
  };
  const panel = () => {
    if (state.mode === 'success') {
      return <Success outcome={state.outcome} dispatch={dispatch} close={close} />;
    }
    const Form = FORMS[state.mode];
    return <Form key={state.mode} state={state} dispatch={dispatch} go={go} />;
  };
  const heading =
    state.mode === 'success'
      ? t(`auth.done.${state.outcome}`)
      : t(`auth.${state.mode}.title`, { name });
  return (
    <Dialog
      title={
        <span ref={title} tabIndex={-1} aria-describedby={MESSAGE_ID}>
          {heading}
        </span>
      }
      onClose={close}
    >
      <SteadyPanel content={state.mode} mayResize={state.mode !== 'success' && state.mayResize}>
        {panel()}
      </SteadyPanel>
    </Dialog>
  );
}
