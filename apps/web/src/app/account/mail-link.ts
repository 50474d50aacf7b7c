import { mailTokenSchema } from '@dipper/contract';
import type {} from './session-mark.js';

/** Links in emails use the modes of the first list, and links on our pages use the second. */
const WITH_TOKEN = ['verify-email', 'reset-password'] as const;
const WITHOUT = ['login', 'register', 'forgot-password'] as const;

/** Describes how the sign-in dialog is opened. */
export interface OpenedBy {
  readonly mode: (typeof WITH_TOKEN)[number] | (typeof WITHOUT)[number];
  readonly token?: string;
}

/**
 * The dialog that this visit's URL asked for; null if it asked for none or the dialog was already
 * taken.
 */
export function takeMailLink(): OpenedBy | null {
  const { mailLink } = window;
  delete window.mailLink;
  delete document.documentElement.dataset['pending'];
  const withToken = WITH_TOKEN.find((mode) => mode === mailLink?.mode);
  if (withToken !== undefined) {
    const token = mailTokenSchema.safeParse(mailLink?.token);
    return { mode: withToken, ...(token.success && { token: token.data }) };
  }
  const mode = WITHOUT.find((known) => known === mailLink?.mode);
  return mode === undefined ? null : { mode };
}
