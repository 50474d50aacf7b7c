/**
 * Name of the tokens in the local storage. The document of a domain with accounts reads it before the
 * first paint (app/session-mark.ts).
 */
export const SESSION_KEY = 'session';

/** Stands on the root element while somebody is, or may be, signed in: `data-session`. */
export function markSession(isSignedIn: boolean): void {
  document.documentElement.toggleAttribute('data-session', isSignedIn);
}
