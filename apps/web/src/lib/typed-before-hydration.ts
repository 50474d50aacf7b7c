let typed = '';

/** Remembers what stands in the server's form now: hydration would start from an empty state. */
export function rememberTypedLink(document: Document): void {
  typed = document.querySelector<HTMLInputElement>('input[name=url]')?.value ?? '';
}

/** What the visitor typed before the page was taken over, once. */
export function takeTypedLink(): string {
  const link = typed;
  typed = '';
  return link;
}
