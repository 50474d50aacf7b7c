import type { MadeFile } from './run.reducer.js';

/**
 * False in an installed app on iOS, which would get stuck in a viewer without a back button: there
 * the visitor saves each file by hand.
 */
export function savesByItself(): boolean {
  return (navigator as { readonly standalone?: boolean }).standalone !== true;
}

/** Saves a file as a click on a plain link would. */
export function saveFile({ href, filename }: MadeFile): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = filename;
  link.click();
}
