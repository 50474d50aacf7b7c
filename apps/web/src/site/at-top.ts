/** The state of a navigation that shows a page from its top, even if it is the current page. */
export const AT_TOP = { atTop: true } as const;

/** True if a navigation asks for the page from its top. */
export function asksTop({ state }: { readonly state: unknown }): boolean {
  return 'atTop' in Object(state);
}
