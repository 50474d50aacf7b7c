/** Navigation state for showing a page from its top, even if it is the current page. */
export const AT_TOP = { atTop: true } as const;

export function asksTop({ state }: { readonly state: unknown }): boolean {
  return 'atTop' in Object(state);
}
