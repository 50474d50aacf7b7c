/** A tab waiting for its URL. */
interface Tab {
  /** False if the visitor has closed the tab in the meantime. */
  readonly goTo: (address: string) => boolean;
  readonly close: () => void;
}

/**
 * Opens a tab during a click, before its URL is known: later, browsers would block it as a pop-up.
 * Without `noopener`, because we have to navigate it; the opener is cleared before the tab leaves
 * for another site.
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
