/**
 * False in an installed app on iOS, where an automatic download would get stuck in a viewer without
 * a back button. Visitors save each file by hand there.
 */
export function savesByItself(): boolean {
  return (navigator as { readonly standalone?: boolean }).standalone !== true;
}
