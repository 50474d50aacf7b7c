import { deviceStore } from './browser-store.js';

const KEY = 'single-keys';

/**
 * True if single-key shortcuts (`/`, `?`, the player's) are on. Visitors can switch them off (WCAG
 * 2.1.4).
 */
export function singleKeysOn(): boolean {
  return deviceStore.readText(KEY) !== 'off';
}

/** Stores the visitor's choice. */
export function keepSingleKeys(on: boolean): void {
  deviceStore.writeText(KEY, on ? 'on' : 'off');
}
