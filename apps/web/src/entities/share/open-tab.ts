/** A tab that waits for its URL. */
export interface Tab {
  /** False if the visitor has meanwhile closed the tab. */
  readonly goTo: (address: string) => boolean;
  readonly close: () => void;
}

/**
 * Opens a tab during a press, before its URL is known. If it were opened later, it would be a
 * pop-up, which browsers block. It has no `noopener`, because that would prevent us from navigating
 * it. Its opener is cleared before it leaves for another site.
 * @param waiting text shown until then
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
