import { type ACCOUNT_MESSAGES, LIMITS, mailTokenSchema } from '@dipper/contract';

/** The forms of the dialog (specification §4, "Auth modal"). */
export type FormMode = 'login' | 'register' | 'forgot-password' | 'reset-password' | 'verify-email';

/** The outcome of a completed form, named by the key of its message. */
export type Outcome = keyof Pick<
  typeof ACCOUNT_MESSAGES,
  'loggedIn' | 'resetSent' | 'passwordReset' | 'verified'
>;

/** One of the forms. */
export interface FormState {
  readonly mode: FormMode;
  /** The message above the form. */
  readonly notice: Outcome | 'registered' | 'verificationSent' | null;
  /** Shared by all modes, so that the visitor types the address only once. */
  readonly email: string;
  /** The token from the link that opened the dialog, or ''. */
  readonly token: string;
  /** Whether the dialog may change its size for this mode, as it does for one that was chosen. */
  readonly mayResize: boolean;
}

interface SuccessState {
  readonly mode: 'success';
  readonly outcome: Outcome;
  readonly email: string;
}

export type AuthState = FormState | SuccessState;

export type AuthEvent =
  | { readonly type: 'chose'; readonly mode: FormMode; readonly email: string }
  | { readonly type: 'registered'; readonly email: string }
  | { readonly type: 'resent'; readonly email: string }
  | { readonly type: 'succeeded'; readonly outcome: Outcome; readonly email?: string }
  | { readonly type: 'returned' };

interface Opening {
  readonly mode: FormMode;
  readonly email: string;
  readonly token: string;
}

/** Returns the initial state. A malformed token is dropped. */
export function openedIn({ mode, email, token }: Opening): FormState {
  const isToken = mailTokenSchema.safeParse(token).success;
  return { mode, email, token: isToken ? token : '', notice: null, mayResize: true };
}

export function authReducer(state: AuthState, event: AuthEvent): AuthState {
  const { email } = { ...state, ...event };
  const next = { email, token: '', notice: null, mayResize: false };
  switch (event.type) {
    case 'chose':
      return { ...next, mode: event.mode, mayResize: true };
    case 'registered':
      // The form before it is so much longer that its height would be half empty.
      return { ...next, mode: 'verify-email', notice: 'registered', mayResize: true };
    case 'resent':
      return state.mode === 'success' ? state : { ...state, email, notice: 'verificationSent' };
    case 'succeeded':
      return { mode: 'success', outcome: event.outcome, email };
    case 'returned':
      // Repeat the message above the form, in case the visitor had no time to read it.
      return state.mode === 'success' ? { ...next, mode: 'login', notice: state.outcome } : state;
  }
}

/** How long to show an outcome before the dialog moves on (specification §4), in milliseconds. */
export function outcomeMs(outcome: Outcome): number {
  return outcome === 'loggedIn' ? LIMITS.loginCloseMs : LIMITS.returnToLoginMs;
}
