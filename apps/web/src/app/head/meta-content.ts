const ESCAPES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/**
 * Reads a meta element back from a rendered head: the server cannot otherwise know what the page's
 * component chose. '' if it is missing.
 * @param head as React renders it
 * @param name its attribute: `name="description"`
 */
export function metaContent(head: string, name: string): string {
  const content = new RegExp(`<meta ${name} content="([^"]*)"`).exec(head)?.[1] ?? '';
  return content.replace(/&(?:amp|lt|gt|quot|#x27);/g, (escape) => ESCAPES[escape] ?? escape);
}
