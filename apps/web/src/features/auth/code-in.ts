/** The code in text pasted from an email: the code alone or its whole link. */
export function codeIn(text: string): string {
  return /[?&]token=([\w-]+)/.exec(text)?.[1] ?? text.trim();
}
