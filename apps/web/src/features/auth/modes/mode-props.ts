import type { Dispatch } from 'react';
import type { AuthEvent, FormMode, FormState } from '../auth-mode.reducer.js';

export interface ModeProps {
  readonly state: FormState;
  readonly dispatch: Dispatch<AuthEvent>;
  /** Switches to another form, keeping the email address. */
  readonly go: (mode: FormMode) => void;
}
