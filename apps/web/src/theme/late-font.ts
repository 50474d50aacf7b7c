import { type Lettering, displayFontOf } from './display-font.js';

/**
 * In milliseconds from the navigation to the end of the document. Slower connections load the font
 * only after the visitor can search.
 */
const QUICK_MS = 500;

/**
 * Inline script for the end of the document. On a quick connection, it requests the display font
 * immediately, so that it is usually there before the first paint. On a slow one, the font would
 * delay the form and the result: it is as large as all of our scripts without React, and headings
 * can be read without it.
 * @returns '' for system fonts, which need no request
 */
export function requestFont(brand: Lettering): string {
  const { file } = displayFontOf(brand);
  return file === null
    ? ''
    : `if(performance.now()<${QUICK_MS})(function(d,l){l.rel='preload';l.as='font';l.type='font/woff2';l.crossOrigin='';l.setAttribute('fetchpriority','low');l.href=${JSON.stringify(file)};d.head.append(l);d.documentElement.dataset.font=''})(document,document.createElement('link'))`;
}
