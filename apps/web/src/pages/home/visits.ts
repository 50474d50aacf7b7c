/** Visits to the home page, one after the other, while it stays open. */
interface Visits {
  /** The visit to show, named after the key of its first history entry. */
  readonly current: string;
  /** The visit of each history entry that has been shown, by its key. */
  readonly entries: Readonly<Record<string, string>>;
}

/** Returns the first visit, which starts when the page is opened. */
export function firstVisit(key: string): Visits {
  return { current: key, entries: { [key]: key } };
}

/**
 * Returns the visits after a navigation. Back and Forward lead to the visit of their entry. Writing
 * the result into the address or choosing an entry of a list belongs to the current visit.
 * @param key identifies the history entry (`location.key`)
 * @param begins true if an entry that has not been shown starts a visit: for the logo, and for Back
 * to an entry from before a reload
 * @param after the key of the entry from which the page itself created this one, if it did. A
 * visitor who presses Back immediately leaves such an entry before it is shown, and may return to
 * it.
 * @returns the same object if nothing has changed
 */
export function visitsAfter(visits: Visits, key: string, begins: boolean, after = key): Visits {
  const { current, entries } = visits;
  const next = entries[key] ?? entries[after] ?? (begins ? key : current);
  return entries[key] === current
    ? visits
    : { current: next, entries: { ...entries, [key]: next } };
}
