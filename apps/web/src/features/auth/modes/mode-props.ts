import type { Dispatch } from 'react';
import type { AuthEvent, AuthState, FormMode } from '../auth-mode.reducer.js';

/** What every mode of the dialog gets. */
export interface ModeProps {
  readonly state: AuthState;
  readonly dispatch: Dispatch<AuthEvent>;
  /** Shows another form, with the address that stands in this one. */
  readonly go: (mode: FormMode) => void;
  readonly close: () => void;
}
