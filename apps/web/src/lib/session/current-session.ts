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
  /** `before`: the account as it was; null at a sign-in. */
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

/** It is not known whether somebody is signed in. */
export function publishUnknown(): void {
  publish(UNKNOWN);
}

/** Of before anybody listened: that code comes late. */
const early: SessionNews[] = [];

/** Tells what is to be seen or heard of a session. */
export function tellNews(news: SessionNews): void {
  if (newsListeners.size === 0) {
    early.splice(0, 1, news);
  }
  newsListeners.forEach((listener) => listener(news));
}

/** Listens to the news of this page. @returns ends it */
export function onSessionNews(listener: (news: SessionNews) => void): () => void {
  newsListeners.add(listener);
  early.splice(0).forEach(listener);
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
