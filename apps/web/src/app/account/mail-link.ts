import { mailTokenSchema } from '@dipper/contract';
import type {} from './session-mark.js';

/** The first list is for links in emails, the second for links on our pages. */
const WITH_TOKEN = ['verify-email', 'reset-password'] as const;
const WITHOUT = ['login', 'register', 'forgot-password'] as const;

/** How the sign-in dialog was opened. */
export interface OpenedBy {
  readonly mode: (typeof WITH_TOKEN)[number] | (typeof WITHOUT)[number];
  readonly token?: string;
}

/**
 * Returns the dialog requested by the URL of this visit. Null if there is none, or if this was
 * called before.
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
