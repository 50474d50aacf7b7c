/** Finds the code in a text pasted from an email: either the code alone or the whole link. */
export function codeIn(text: string): string {
  return /[?&]token=([\w-]+)/.exec(text)?.[1] ?? text.trim();
}
