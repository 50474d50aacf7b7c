let typed = '';

/** Remembers the text in the server's form: hydration starts from an empty state. */
export function rememberTypedLink(document: Document): void {
  typed = document.querySelector<HTMLInputElement>('input[name=url]')?.value ?? '';
}

/** Takes what the visitor typed before hydration. */
export function takeTypedLink(): string {
  const link = typed;
  typed = '';
  return link;
}
