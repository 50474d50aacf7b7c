import type { Dispatch } from 'react';
import type { AuthEvent, AuthState, FormMode } from '../auth-mode.reducer.js';

/** The props of every mode. */
export interface ModeProps {
  readonly state: AuthState;
  readonly dispatch: Dispatch<AuthEvent>;
  /** Switches to another form and keeps the email address that was typed in this one. */
  readonly go: (mode: FormMode) => void;
  readonly close: () => void;
}
