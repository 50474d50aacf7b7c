import { type ACCOUNT_MESSAGES, LIMITS, mailTokenSchema } from '@dipper/contract';

/** The forms of the dialog (specification §4, "Auth modal"). */
export type FormMode = 'login' | 'register' | 'forgot-password' | 'reset-password' | 'verify-email';

/** What has come of a form that is done, by the sentence that says so. */
export type Outcome = keyof Pick<
  typeof ACCOUNT_MESSAGES,
  'loggedIn' | 'resetSent' | 'passwordReset' | 'verified'
>;

export interface AuthState {
  readonly mode: FormMode | 'success';
  /** Of `success`. */
  readonly outcome: Outcome | null;
  /** What has just happened, said above the form. */
  readonly notice: Outcome | 'registered' | 'verificationSent' | null;
  /** Typed once, for all modes. */
  readonly email: string;
  /** Of the link that opened the dialog; '' where there is none. */
  readonly token: string;
  /** Whether a person asked for this mode, and expects the dialog to change. */
  readonly isChosen: boolean;
}

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

/** How the dialog opens; a token that cannot be one is left out. */
export function openedIn({ mode, email, token }: Opening): AuthState {
  const isToken = mailTokenSchema.safeParse(token).success;
  const given = { mode, email, token: isToken ? token : '' };
  return { ...given, outcome: null, notice: null, isChosen: true };
}

/** The modes of the dialog and what leads from one to the next. */
export function authReducer(state: AuthState, event: AuthEvent): AuthState {
  const { email } = { ...state, ...event };
  const next = { email, token: '', outcome: null, notice: null, isChosen: false };
  switch (event.type) {
    case 'chose':
      return { ...next, mode: event.mode, isChosen: true };
    case 'registered':
      return { ...next, mode: 'verify-email', notice: 'registered' };
    case 'resent':
      return { ...state, email, notice: 'verificationSent' };
    case 'succeeded':
      return { ...next, mode: 'success', outcome: event.outcome };
    case 'returned':
      // Who reads slowly finds the sentence above the form.
      return state.mode === 'success' ? { ...next, mode: 'login', notice: state.outcome } : state;
  }
}

/** How long an outcome is shown before the dialog goes on by itself (specification §4). */
export function outcomeMs(outcome: Outcome): number {
  return outcome === 'loggedIn' ? LIMITS.loginCloseMs : LIMITS.returnToLoginMs;
}
