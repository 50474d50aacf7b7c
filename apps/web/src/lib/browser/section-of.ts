/**
 * The element that a URL's fragment names.
 * @param hash with its "#", percent-encoded or as written in a link; "" names nothing
 */
export function sectionOf(hash: string): HTMLElement | null {
  const name = hash.slice(1);
  try {
    return document.getElementById(decodeURIComponent(name));
  } catch {
    // A literal "%".
    return document.getElementById(name);
  }
}
