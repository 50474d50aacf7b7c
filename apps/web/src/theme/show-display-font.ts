/**
 * Uses the display font from now on, and loads it unless the inline script has (late-font.ts). In
 * its own module, so that the app does not contain the list of all fonts.
 */
export function showDisplayFont(document: Document): void {
  document.documentElement.dataset['font'] = '';
}
