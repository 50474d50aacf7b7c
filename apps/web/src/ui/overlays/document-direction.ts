/** The direction that the page is read in. In the browser only. */
export function documentDirection(): 'ltr' | 'rtl' {
  return document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr';
}
