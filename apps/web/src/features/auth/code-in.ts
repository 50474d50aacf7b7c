/** Extracts the code from text that was pasted from an email: the code alone or the whole link. */
export function codeIn(text: string): string {
  return /[?&]token=([\w-]+)/.exec(text)?.[1] ?? text.trim();
}
