/**
 * False in an installed app on iOS, which would get stuck in a viewer without a back button. There
 * the visitor saves each file by hand.
 */
export function savesByItself(): boolean {
  return (navigator as { readonly standalone?: boolean }).standalone !== true;
}
