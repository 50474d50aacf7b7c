const ESCAPES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/**
 * Reads a meta element from a rendered head, because the server cannot otherwise find out what the
 * page's component chose.
 * @returns the content; '' if the element is missing
 * @param head the head as React renders it
 * @param name the element's attribute: `name="description"`
 */
export function metaContent(head: string, name: string): string {
  const content = new RegExp(`<meta ${name} content="([^"]*)"`).exec(head)?.[1] ?? '';
  return content.replace(/&(?:amp|lt|gt|quot|#x27);/g, (escape) => ESCAPES[escape] ?? escape);
}
