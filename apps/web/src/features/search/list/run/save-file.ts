import type { MadeFile } from './run.reducer.js';

/** An installed app on iOS would be left in a viewer without a way back: there files are saved by hand. */
export function savesByItself(): boolean {
  return (navigator as { readonly standalone?: boolean }).standalone !== true;
}

/** Lets the browser save a file the way a click on a plain link does. */
export function saveFile({ href, filename }: MadeFile): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = filename;
  link.click();
}
