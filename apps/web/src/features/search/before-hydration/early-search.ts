import { createStore } from '../../../lib/state/store.js';
import { SENT } from '@dipper/site';

/**
 * What the document's inline script (app/head/early-search-script.ts) leaves for the app: the text that
 * the visitor submitted before hydration, and the request already sent for it.
 */
interface EarlySearch {
  /** Undefined if nothing was submitted. */
  readonly text?: string;
  /**
   * Undefined if the app has to check the text first, for example because it contains several
   * links.
   */
  readonly reply?: Promise<Response>;
  readonly control?: AbortController;
}

declare global {
  interface Window {
    /** Undefined once the app has taken over. The inline script then does nothing. */
    earlySearch?: EarlySearch | undefined;
  }
}

/**
 * The id of the element that shows that a search has begun. The script ignores forms without it.
 */
export const EARLY_PLACE = 'early-search';

/** True if the visitor has submitted a search before hydration, and no form has taken it over. */
export function hasEarlySearch(): boolean {
  return window.earlySearch?.text !== undefined;
}

/** Returns that search's text without taking it over; '' if there is none. */
export function earlyText(): string {
  return window.earlySearch?.text ?? '';
}

/** The search that was taken over last. */
const taken = createStore<EarlySearch>({});

/**
 * Takes over from the inline script, which then leaves the form to the app. Call it together with
 * the state change that shows the search, because it removes the script's notice.
 * @returns the text to search; null if nothing was submitted
 */
export function takeEarlySearch(): string | null {
  const early = window.earlySearch ?? {};
  taken.set(early);
  window.earlySearch = undefined;
  delete document.documentElement.dataset['asked'];
  return early.text ?? null;
}

/** Aborts the early request of a search that was taken over. */
export function abortEarlyReply(): void {
  taken.get().control?.abort();
  taken.set({});
}

/** Ends a search that nothing will take over: aborts its request and removes its notice. */
export function dropEarlySearch(): void {
  if (hasEarlySearch()) {
    takeEarlySearch();
    abortEarlyReply();
  }
}

/**
 * Returns the early request if it asked for this text, so that each search sends one request.
 * Aborts it otherwise.
 * @param text null if the search does not ask for the formats of a single text
 * @param signal aborts the returned request
 */
export function takeEarlyReply(
  text: string | null,
  signal: AbortSignal,
): Promise<Response> | undefined {
  const { text: asked, reply, control } = taken.get();
  if (reply === undefined || asked !== text) {
    abortEarlyReply();
    return undefined;
  }
  taken.set({});
  signal.addEventListener('abort', () => control?.abort(), { once: true });
  return reply;
}

/** Returns the path that a native submit of the form leads to. */
export function searchAgainPath(pathname: string, text: string): string {
  return `${pathname}?${new URLSearchParams({ url: text.trim(), [SENT]: '1' }).toString()}`;
}

const typed = createStore('');

/** Remembers the text in the server-rendered form, because hydration starts with an empty state. */
export function rememberTypedLink(document: Document): void {
  typed.set(document.querySelector<HTMLInputElement>('input[name=url]')?.value ?? '');
}

/** Returns what the visitor typed before hydration, and forgets it. */
export function takeTypedLink(): string {
  const link = typed.get();
  typed.set('');
  return link;
}
