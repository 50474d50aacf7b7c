const KEY = 'single-keys';

/** Whether keys without another beside them (`/`, `?`, those of the player) do anything: visitors can switch them off (WCAG 2.1.4). */
export function singleKeysOn(): boolean {
  try {
    return window.localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

/** Keeps the visitor's choice, where the browser keeps anything. */
export function keepSingleKeys(on: boolean): void {
  try {
    window.localStorage.setItem(KEY, on ? 'on' : 'off');
  } catch {
    // Then it holds for this page alone, and says so when it is opened again.
  }
}
