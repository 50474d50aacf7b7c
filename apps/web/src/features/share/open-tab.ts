/** A tab that waits for its address. */
export interface Tab {
  /** False where the visitor has closed it meanwhile. */
  readonly goTo: (address: string) => boolean;
  readonly close: () => void;
}

/**
 * Opens a tab within a press, before its address is known: after a wait it would be a pop-up, which
 * browsers refuse. Not with `noopener`, by which it could not be led on; it is cut off from this page
 * before it leaves for another site.
 * @param waiting is shown until then
 * @returns null when the browser opens none
 */
export function openTab(waiting: string): Tab | null {
  const tab = window.open('', '_blank');
  if (tab === null) {
    return null;
  }
  tab.opener = null;
  tab.document.title = waiting;
  tab.document.body.textContent = waiting;
  return {
    goTo: (address) => {
      if (tab.closed) {
        return false;
      }
      tab.location.replace(address);
      return true;
    },
    close: () => tab.close(),
  };
}
