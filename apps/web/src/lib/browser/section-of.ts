/**
 * Returns the element that a URL's fragment refers to.
 * @param hash the fragment with its "#", percent-encoded or as written in a link; "" refers to
 * nothing
 */
export function sectionOf(hash: string): HTMLElement | null {
  const name = hash.slice(1);
  try {
    return document.getElementById(decodeURIComponent(name));
  } catch {
    // The fragment contains a literal "%".
    return document.getElementById(name);
  }
}
