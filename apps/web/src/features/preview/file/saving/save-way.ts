/** In bytes; larger files would exceed the memory that a phone gives a page. */
export const SHARE_LIMIT = 80 * 1024 * 1024;

/**
 * How a file is saved. `checked` asks the server first, because a failed download is silent.
 * `native` follows the link immediately, within the press. `share` hands the file to the system's
 * share sheet. `browser` opens it in Safari.
 */
export type SaveWay = 'checked' | 'native' | 'share' | 'browser';

interface Device {
  /** The value of `navigator.standalone`, which only iOS has: true in an installed app. */
  readonly standalone: boolean | undefined;
  readonly canShareFiles: boolean;
  /** Null if it is unknown. */
  readonly sizeBytes: number | null;
}

/**
 * Returns the way of saving that works on a device. In a tab, iOS saves from a link, but it may
 * ignore one that is followed after the press. An installed app would get stuck in a viewer without
 * a back button.
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
