let typed = '';

/** Remembers the text in the server's form, because hydration starts with an empty state. */
export function rememberTypedLink(document: Document): void {
  typed = document.querySelector<HTMLInputElement>('input[name=url]')?.value ?? '';
}

/** Returns what the visitor typed before hydration, and forgets it. */
export function takeTypedLink(): string {
  const link = typed;
  typed = '';
  return link;
}
