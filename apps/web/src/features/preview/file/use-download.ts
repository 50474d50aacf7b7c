import { LIMITS } from '@dipper/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { headStatus, isOk } from '../../../lib/api/api-client.js';
import { ApiFailure } from '../../../lib/api/api-failure.js';
import { usePreviewParts } from '../preview-parts.js';
import { isGone } from './is-gone.js';
import { saveWayHere } from './save-way.js';
import { fetchFile, shareFile } from './share-file.js';

export interface Download {
  /** Answers as an attachment. */
  readonly href: string;
  readonly filename: string | null;
  /** Null when it is not known. */
  readonly sizeBytes: number | null;
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

/** Hands the file to the system; where the press is too old by the time it is there, asks for another. */
function useShare(): (download: Download, signal: AbortSignal) => Promise<void> {
  const { t } = useTranslation('preview');
  const { toast } = usePreviewParts();
  return async ({ href, filename }, signal) => {
    const file = await fetchFile(href, filename ?? 'download', signal);
    if (!(await shareFile(file))) {
      toast({
        kind: 'status',
        text: t('actions.ready'),
        action: {
          label: t('actions.download'),
          onPress: () => void shareFile(file).catch(() => false),
        },
      });
    }
  };
}

/**
 * Saves a file the way this device can (`saveWay`). Elsewhere than on iOS it asks first whether the
 * file can be had. Locked for 3 s after a press (specification §4), for as long as a file is on its way
 * to the system, and open again at once when it failed.
 */
export function useDownload(download: Download) {
  const [locked, setLocked] = useState(false);
  const [failed, setFailed] = useState(false);
  const unlock = useRef<ReturnType<typeof setTimeout>>(undefined);
  const share = useShare();
  const [isSharing, setSharing] = useState(false);
  /** Of the last press: ended by the next one, and with the page. */
  const pressed = useRef<AbortController | null>(null);

  useEffect(
    () => () => {
      clearTimeout(unlock.current);
      pressed.current?.abort();
    },
    [],
  );

  const settle = (status: number) => {
    if (isOk(status)) {
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
  const check = async (signal: AbortSignal, onFound: () => void) => {
    const status = await headStatus(download.href, signal).catch((error: unknown) => {
      if (!signal.aborted) {
        throw error;
      }
      return 0;
    });
    if (signal.aborted) {
      return;
    }
    if (isOk(status)) {
      onFound();
    }
    settle(status);
  };
  const handOver = async (signal: AbortSignal) => {
    setSharing(true);
    try {
      await share(download, signal);
      settle(200);
    } catch (error) {
      if (!signal.aborted) {
        settle(error instanceof ApiFailure ? (error.reply.status ?? 0) : 0);
      }
    } finally {
      setSharing(false);
    }
  };
  /** @returns whether the browser is to follow the link by itself */
  const press = (): boolean => {
    if (locked || isSharing) {
      return false;
    }
    setLocked(true);
    setFailed(false);
    unlock.current = setTimeout(() => setLocked(false), LIMITS.downloadLockMs);
    pressed.current?.abort();
    const { signal } = (pressed.current = new AbortController());
    const way = saveWayHere(download.sizeBytes);
    switch (way) {
      case 'checked':
        void check(signal, () => save(download));
        break;
      case 'native':
        void check(signal, () => undefined);
        break;
      case 'share':
        void handOver(signal);
        break;
      case 'browser':
        // In the press itself, or it is blocked.
        window.open(download.href, '_blank', 'noopener');
        void check(signal, () => undefined);
    }
    return way === 'native';
  };
  return { locked: locked || isSharing, failed, press };
}
