/** In bytes. A larger file would exceed the memory that a phone grants a page. */
export const SHARE_LIMIT = 80 * 1024 * 1024;

/**
 * How a file is saved. `checked` first makes sure that the server still has the file, because
 * browsers do not report a failed download. `native` follows the link during the click. `share`
 * opens the system's share sheet. `browser` opens the file in Safari.
 */
type SaveWay = 'checked' | 'native' | 'share' | 'browser';

interface Device {
  /** `navigator.standalone`, which only iOS defines; true in an installed app. */
  readonly standalone: boolean | undefined;
  readonly canShareFiles: boolean;
  /** Null if unknown. */
  readonly sizeBytes: number | null;
}

/**
 * Returns the way of saving that works on a device. iOS saves from a link in a tab, but may ignore
 * a link that is followed after the click. An installed app would get stuck in a viewer without a
 * back button.
 */
export function saveWay({ standalone, canShareFiles, sizeBytes }: Device): SaveWay {
  if (standalone === undefined) {
    return 'checked';
  }
  if (!standalone) {
    return 'native';
  }
  return canShareFiles && sizeBytes !== null && sizeBytes <= SHARE_LIMIT ? 'share' : 'browser';
}

/** Returns `saveWay` for this device. */
export function saveWayHere(sizeBytes: number | null): SaveWay {
  const { standalone } = navigator as { readonly standalone?: boolean };
  const probe = new File([], 'a.mp4', { type: 'video/mp4' });
  const canShareFiles =
    standalone === true &&
    typeof navigator.canShare === 'function' &&
    navigator.canShare({ files: [probe] });
  return saveWay({ standalone, canShareFiles, sizeBytes });
}
