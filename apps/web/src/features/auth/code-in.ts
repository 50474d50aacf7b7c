/** Extracts the code from text pasted from an email: just the code or the whole link. */
export function codeIn(text: string): string {
  return /[?&]token=([\w-]+)/.exec(text)?.[1] ?? text.trim();
}
