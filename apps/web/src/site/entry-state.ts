/**
 * What a navigation tells the page that it opens: the router's `location.state`. The browser keeps
 * it with the history entry, also across reloads, and shows it to nobody.
 */
export interface EntryState {
  /**
   * The home page searches its `?url=` immediately. Without this, the query only fills in the form
   * (specification §2).
   */
  readonly searchAtOnce?: true;
  /** The preview was opened automatically, not by a click on a format. It saves its file once. */
  readonly saveWhenReady?: true;
  /** The page is shown from its top, even if it is the current page. */
  readonly atTop?: true;
  /** The key of the entry from which the home page itself created this one. */
  readonly after?: string;
  /** The link of the list's entry whose formats the home page shows. */
  readonly picked?: string;
}

/** Returns the state of a history entry; empty if the navigation set none. */
export function entryState({ state }: { readonly state: unknown }): EntryState {
  return Object(state) as EntryState;
}
