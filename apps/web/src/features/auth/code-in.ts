/** The code in what was pasted from a mail: the code alone, or its whole link. */
export function codeIn(text: string): string {
  return /[?&]token=([\w-]+)/.exec(text)?.[1] ?? text.trim();
}
