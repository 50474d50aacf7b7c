/** Larger files would exceed a phone page's memory, bytes. */
export const SHARE_LIMIT = 80 * 1024 * 1024;

/**
 * How a file is saved. `checked`: ask the server first, as a failed download is silent; `native`:
 * follow the link immediately, within the press; `share`: hand the file to the system's share
 * sheet; `browser`: open it in Safari.
 */
export type SaveWay = 'checked' | 'native' | 'share' | 'browser';

interface Device {
  /** `navigator.standalone`, iOS only: true in an installed app. */
  readonly standalone: boolean | undefined;
  readonly canShareFiles: boolean;
  /** Null if unknown. */
  readonly sizeBytes: number | null;
}

/**
 * The way that works on a device. In a tab, iOS saves from a link but may ignore one followed after
 * the press; an installed app would get stuck in a viewer without a back button.
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

/** `saveWay` for this device. */
export function saveWayHere(sizeBytes: number | null): SaveWay {
  const { standalone } = navigator as { readonly standalone?: boolean };
  const probe = new File([], 'a.mp4', { type: 'video/mp4' });
  const canShareFiles =
    standalone === true &&
    typeof navigator.canShare === 'function' &&
    navigator.canShare({ files: [probe] });
  return saveWay({ standalone, canShareFiles, sizeBytes });
}
