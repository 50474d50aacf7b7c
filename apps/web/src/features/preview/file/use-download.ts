import { LIMITS } from '@dipper/contract';
import { useEffect, useRef, useState } from 'react';
import { headStatus, isOk } from '../../../lib/api/api-client.js';
import { isGone } from './is-gone.js';

export interface Download {
  /** Answers as an attachment. */
  readonly href: string;
  readonly filename: string | null;
  /** Called when the check says that there is nothing to be had any more. */
  readonly onGone: () => void;
  /** Called when the browser has been given the file to save. */
  readonly onSaved?: () => void;
}

/** Lets the browser save a file the way a click on a plain link does. */
function save({ href, filename }: Download): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = filename ?? '';
  link.click();
}

/**
 * Saves a file after asking whether it can be had, because a failed download is silent in most
 * browsers. Locked for 3 s after a press (specification §4), and open again at once when it failed.
 */
export function useDownload(download: Download) {
  const [locked, setLocked] = useState(false);
  const [failed, setFailed] = useState(false);
  const unlock = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(unlock.current), []);

  const run = async () => {
    const status = await headStatus(download.href);
    if (isOk(status)) {
      save(download);
      download.onSaved?.();
      return;
    }
    clearTimeout(unlock.current);
    setLocked(false);
    if (isGone(status)) {
      download.onGone();
    } else {
      setFailed(true);
    }
  };
  const press = () => {
    if (locked) {
      return;
    }
    setLocked(true);
    setFailed(false);
    unlock.current = setTimeout(() => setLocked(false), LIMITS.downloadLockMs);
    void run();
  };
  return { locked, failed, press };
}
