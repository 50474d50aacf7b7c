const ATTRIBUTE_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Escapes text for an HTML element or attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ATTRIBUTE_ESCAPES[character] ?? character);
}
