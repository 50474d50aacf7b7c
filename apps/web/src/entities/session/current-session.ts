import type { User } from '@dipper/contract';
import { createChannel } from '../../lib/state/channel.js';
import { createStore, useStore } from '../../lib/state/store.js';
import { publishPreferences } from './preferences.js';
import { markSession } from './session-key.js';

/** `unknown` until the server has validated this browser's tokens. */
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

export const currentSession = session.get;

export function publishUser(user: User): void {
  publish({ state: 'signed-in', user });
}

export function publishNobody(): void {
  publish(ANONYMOUS);
}

export function publishUnknown(): void {
  publish(UNKNOWN);
}

export const tellNews = news.send;

/**
 * Listens to session events.
 * @returns a cleanup function
 */
export const onSessionNews = news.listen;

/** The session, shared by the whole page. `unknown` on the server. */
export function useSession(): Session {
  return useStore(session, UNKNOWN);
}
