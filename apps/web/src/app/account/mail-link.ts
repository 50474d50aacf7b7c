import { mailTokenSchema } from '@dipper/contract';
import type {} from './session-mark.js';

/** Links of mails name one of these, links of our own pages the others. */
const WITH_TOKEN = ['verify-email', 'reset-password'] as const;
const WITHOUT = ['login', 'register', 'forgot-password'] as const;

/** What the sign-in dialog is opened with. */
export interface OpenedBy {
  readonly mode: (typeof WITH_TOKEN)[number] | (typeof WITHOUT)[number];
  readonly token?: string;
}

/** What the address of this visit asked for, once; null where it asked for nothing that is known. */
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
