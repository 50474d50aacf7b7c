const KEY = 'single-keys';

/**
 * Whether single-key shortcuts (`/`, `?`, the player's) are on: visitors can switch them off (WCAG
 * 2.1.4).
 */
export function singleKeysOn(): boolean {
  try {
    return window.localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

/** Stores the visitor's choice, if the browser allows it. */
export function keepSingleKeys(on: boolean): void {
  try {
    window.localStorage.setItem(KEY, on ? 'on' : 'off');
  } catch {
    // Not stored: the switch shows that when it is opened again.
  }
}
