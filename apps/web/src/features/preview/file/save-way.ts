/** Larger files would not fit into the memory of a phone's page, bytes. */
export const SHARE_LIMIT = 80 * 1024 * 1024;

/**
 * How a file is saved. `checked`: the server is asked first, since a failed download is silent;
 * `native`: the browser follows the link at once, in the press itself; `share`: the file is handed to
 * the system; `browser`: it is opened in Safari.
 */
export type SaveWay = 'checked' | 'native' | 'share' | 'browser';

interface Device {
  /** `navigator.standalone`, which only iOS has: true in an installed app. */
  readonly standalone: boolean | undefined;
  readonly canShareFiles: boolean;
  /** Null when unknown. */
  readonly sizeBytes: number | null;
}

/**
 * The way that works on a device. iOS saves from a link in a tab, but may ignore one that is followed
 * after the press; an installed app it would leave stuck in a viewer without a way back.
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

/** `saveWay` of this device. */
export function saveWayHere(sizeBytes: number | null): SaveWay {
  const { standalone } = navigator as { readonly standalone?: boolean };
  const probe = new File([], 'a.mp4', { type: 'video/mp4' });
  const canShareFiles =
    standalone === true &&
    typeof navigator.canShare === 'function' &&
    navigator.canShare({ files: [probe] });
  return saveWay({ standalone, canShareFiles, sizeBytes });
}
