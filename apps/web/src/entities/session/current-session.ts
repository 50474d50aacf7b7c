import type { User } from '@dipper/contract';
import { useSyncExternalStore } from 'react';
import { publishPreferences } from './preferences.js';
import { markSession } from './session-key.js';

/** `unknown` until the server has validated this browser's tokens. */
export type Session =
  | { readonly state: 'unknown' | 'anonymous'; readonly user: null }
  | { readonly state: 'signed-in'; readonly user: User };

/** Session events that the page shows. */
export type SessionNews =
  /** `before`: the previous account; null at a sign-in. */
  | { readonly type: 'chosen'; readonly user: User; readonly before: User | null }
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

/** The current session. */
export function currentSession(): Session {
  return current;
}

/** Marks this account as signed in. */
export function publishUser(user: User): void {
  publish({ state: 'signed-in', user });
}

/** Marks the visitor as signed out. */
export function publishNobody(): void {
  publish(ANONYMOUS);
}

/** Marks the session as unknown. */
export function publishUnknown(): void {
  publish(UNKNOWN);
}

/** The last event before the listener's code was loaded. */
const early: SessionNews[] = [];

/** Publishes a session event. */
export function tellNews(news: SessionNews): void {
  if (newsListeners.size === 0) {
    early.splice(0, 1, news);
  }
  newsListeners.forEach((listener) => listener(news));
}

/** Listens to session events. @returns a cleanup function */
export function onSessionNews(listener: (news: SessionNews) => void): () => void {
  newsListeners.add(listener);
  early.splice(0).forEach(listener);
  return () => newsListeners.delete(listener);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session, shared by all parts of the page. `unknown` on the server. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession, () => UNKNOWN);
}
