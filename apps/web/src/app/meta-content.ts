const ESCAPES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/**
 * What a rendered head says in a meta element, as text: the server has no other way to what a page's
 * component decided. '' where it says nothing.
 * @param head as React writes it
 * @param name its attribute: `name="description"`
 */
export function metaContent(head: string, name: string): string {
  const content = new RegExp(`<meta ${name} content="([^"]*)"`).exec(head)?.[1] ?? '';
  return content.replace(/&(?:amp|lt|gt|quot|#x27);/g, (escape) => ESCAPES[escape] ?? escape);
}
