import { createStore } from '../../../lib/state/store.js';

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
