/** A tab that waits for its URL. */
export interface Tab {
  /** False if the visitor has closed the tab in the meantime. */
  readonly goTo: (address: string) => boolean;
  readonly close: () => void;
}

/**
 * Opens a tab while a click is being handled, before its URL is known, because browsers would later
 * block it as a pop-up. It is opened without `noopener`, which would prevent us from navigating it.
 * The opener is cleared before the tab leaves for another site.
 * @param waiting the text that the tab shows until then
 * @returns null if the browser blocks the tab
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
