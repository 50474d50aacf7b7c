/** A tab that waits for its URL. */
export interface Tab {
  /** False if the visitor has closed it meanwhile. */
  readonly goTo: (address: string) => boolean;
  readonly close: () => void;
}

/**
 * Opens a tab within a press, before its URL is known: later it would be a pop-up, which browsers
 * block. Without `noopener`, which would prevent navigating it; its opener is cleared before it
 * leaves for another site.
 * @param waiting text shown until then
 * @returns null if the browser blocks it
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
