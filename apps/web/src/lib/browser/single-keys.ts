import { readDeviceText, writeDeviceText } from './device-store.js';

const KEY = 'single-keys';

/**
 * True if single-key shortcuts (`/`, `?`, the player's) are on. Visitors can switch them off (WCAG
 * 2.1.4).
 */
export function singleKeysOn(): boolean {
  return readDeviceText(KEY) !== 'off';
}

/** Stores the visitor's choice. */
export function keepSingleKeys(on: boolean): void {
  writeDeviceText(KEY, on ? 'on' : 'off');
}
