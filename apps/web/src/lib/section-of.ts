/**
 * The element that the fragment of an address names.
 * @param hash with its "#", percent-encoded as browsers give it or as a link was written; "" names nothing
 */
export function sectionOf(hash: string): HTMLElement | null {
  const name = hash.slice(1);
  try {
    return document.getElementById(decodeURIComponent(name));
  } catch {
    // A "%" that encodes nothing.
    return document.getElementById(name);
  }
}
