import type { User } from '@dipper/contract';
import { useSyncExternalStore } from 'react';
import { publishPreferences } from '../preferences.js';
import { markSession } from './session-key.js';

/** `unknown` until the server has said whether the tokens of this browser are good. */
export type Session =
  | { readonly state: 'unknown' | 'anonymous'; readonly user: null }
  | { readonly state: 'signed-in'; readonly user: User };

/** What the person at the page has to see or hear of a session. */
export type SessionNews =
  | { readonly type: 'signed-in' | 'changed'; readonly user: User }
  | { readonly type: 'ended'; readonly because: 'sessionExpired' | 'noRefreshToken' };

const UNKNOWN: Session = { state: 'unknown', user: null };
const ANONYMOUS: Session = { state: 'anonymous', user: null };

let current: Session = UNKNOWN;
const listeners = new Set<() => void>();
const newsListeners = new Set<(news: SessionNews) => void>();

function publish(session: Session): void {
  current = session;
  markSession(session.state !== 'anonymous');
  publishPreferences(session.user?.profile.preferences ?? null);
  listeners.forEach((listener) => listener());
}

/** How the session stands now. */
export function currentSession(): Session {
  return current;
}

/** This person is signed in. */
export function publishUser(user: User): void {
  publish({ state: 'signed-in', user });
}

/** Nobody is signed in. */
export function publishNobody(): void {
  publish(ANONYMOUS);
}

/** Tells what is to be seen or heard of a session. */
export function tellNews(news: SessionNews): void {
  newsListeners.forEach((listener) => listener(news));
}

/** Listens to the news of this page. @returns ends it */
export function onSessionNews(listener: (news: SessionNews) => void): () => void {
  newsListeners.add(listener);
  return () => newsListeners.delete(listener);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Who is signed in, the same in every part of the page. `unknown` in what the server renders. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession, () => UNKNOWN);
}
