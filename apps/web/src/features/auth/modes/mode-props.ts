import type { Dispatch } from 'react';
import type { AuthEvent, AuthState, FormMode } from '../auth-mode.reducer.js';

export interface ModeProps {
  readonly state: AuthState;
  readonly dispatch: Dispatch<AuthEvent>;
  /** Switches to another form, keeping the email address. */
  readonly go: (mode: FormMode) => void;
  readonly close: () => void;
}
