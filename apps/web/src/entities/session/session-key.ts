/**
 * Local storage key of the tokens. On domains with accounts, the document reads it before the first
 * paint (app/account/session-mark.ts).
 */
export const SESSION_KEY = 'session';

/** Sets `data-session` on the root element while somebody is, or may be, signed in. */
export function markSession(isSignedIn: boolean): void {
  document.documentElement.toggleAttribute('data-session', isSignedIn);
}
