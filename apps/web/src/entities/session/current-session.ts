import type { User } from '@dipper/contract';
import { createChannel } from '../../lib/state/channel.js';
import { createStore, useStore } from '../../lib/state/store.js';
import { publishPreferences } from './preferences.js';
import { markSession } from './session-key.js';

/** `unknown` until the server has validated the tokens of this browser. */
export type Session =
  | { readonly state: 'unknown' | 'anonymous'; readonly user: null }
  | { readonly state: 'signed-in'; readonly user: User };

/** Session events that the page shows. */
export type SessionNews =
  /** `before` is the previous account; null at sign-in. */
  | { readonly type: 'chosen'; readonly user: User; readonly before: User | null }
  | { readonly type: 'ended'; readonly because: 'sessionExpired' | 'noRefreshToken' };

const UNKNOWN: Session = { state: 'unknown', user: null };
const ANONYMOUS: Session = { state: 'anonymous', user: null };

const session = createStore<Session>(UNKNOWN);
/** The channel keeps the last event until the listener's code has loaded. */
const news = createChannel<SessionNews>(1);

function publish(next: Session): void {
  markSession(next.state !== 'anonymous');
  publishPreferences(next.user?.profile.preferences ?? null);
  session.set(next);
}

/** The current session. */
export const currentSession = session.get;

/** Publishes this account as the signed-in one. */
export function publishUser(user: User): void {
  publish({ state: 'signed-in', user });
}

/** Publishes that nobody is signed in. */
export function publishNobody(): void {
  publish(ANONYMOUS);
}

/** Publishes that the session is unknown. */
export function publishUnknown(): void {
  publish(UNKNOWN);
}

/** Publishes a session event. */
export const tellNews = news.send;

/**
 * Listens to session events.
 * @returns a cleanup function
 */
export const onSessionNews = news.listen;

/** The session, shared by all parts of the page. `unknown` on the server. */
export function useSession(): Session {
  return useStore(session, UNKNOWN);
}
