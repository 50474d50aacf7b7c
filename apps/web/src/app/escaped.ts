const ATTRIBUTE_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Text as it can stand in an element or an attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ATTRIBUTE_ESCAPES[character] ?? character);
}
