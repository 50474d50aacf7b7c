import { LIMITS } from '@dipper/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { noteSave, wantsSave } from '../../../../entities/task/at-once/save-at-once.js';
import { useTranslation } from '../../../../i18n/use-translation.js';
import { headStatus, isOk } from '../../../../lib/api/api-client.js';
import { ApiFailure } from '../../../../lib/api/api-failure.js';
import { savesByItself } from '../../../../lib/browser/saves-by-itself.js';
import { saveFile } from '../../../../lib/browser/save-file.js';
import { usePreviewParts } from '../../preview-context.js';
import { isGone } from '../is-gone.js';
import { saveWayHere } from './save-way.js';
import { fetchFile, shareFile } from './share-file.js';

export interface Download {
  /** The server sends this URL as an attachment. */
  readonly href: string;
  readonly filename: string | null;
  /** Null if unknown. */
  readonly sizeBytes: number | null;
  /** Called if the check finds that the file is gone. */
  readonly onGone: () => void;
  /** Whether to save the file once without a click, if the visitor enabled that. */
  readonly mayStart?: boolean;
  /** Called when the browser starts saving the file. */
  readonly onSaved?: () => void;
}

/**
 * Shares the file. Asks for another click if the user gesture has expired by the time the file
 * arrives.
 */
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
 * Saves a file in the way that works on this device (`saveWay`). Outside iOS, it first checks that
 * the file exists. The button is locked for 3 s after a click (specification §4) and while a file
 * is being fetched for sharing. A failure unlocks it at once.
 * @returns `isSaving` is false for a file that is shared instead, because the share sheet speaks for
 * itself
 */
export function useDownload(download: Download) {
  const [locked, setLocked] = useState(false);
  const [failed, setFailed] = useState(false);
  /** True from the moment the browser saves the file until the next click. */
  const [isSaving, setSaving] = useState(false);
  const unlock = useRef<ReturnType<typeof setTimeout>>(undefined);
  const share = useShare();
  const [isSharing, setSharing] = useState(false);
  /** Controller of the last click. Aborted by the next click and on unmount. */
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
    setSaving(false);
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
      setSaving(true);
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
  /**
   * Handles a click.
   * @returns whether the browser should follow the link itself
   */
  const press = (): boolean => {
    if (locked || isSharing) {
      return false;
    }
    setLocked(true);
    setFailed(false);
    setSaving(false);
    unlock.current = setTimeout(() => setLocked(false), LIMITS.downloadLockMs);
    pressed.current?.abort();
    const { signal } = (pressed.current = new AbortController());
    const way = saveWayHere(download.sizeBytes);
    switch (way) {
      case 'checked':
        void check(signal, () => saveFile(download.href, download.filename));
        break;
      case 'native':
        void check(signal, () => undefined);
        break;
      case 'share':
        void handOver(signal);
        break;
      case 'browser':
        // Open the tab during the click; otherwise the browser blocks it as a popup.
        window.open(download.href, '_blank', 'noopener');
        void check(signal, () => undefined);
    }
    return way === 'native';
  };
  const location = useLocation();
  const startByItself = useEffectEvent(() => {
    if (download.mayStart === true && savesByItself() && wantsSave(location)) {
      const { signal } = (pressed.current = new AbortController());
      // In a tab, iOS may ignore this because there was no click. The button still works.
      void check(signal, () => {
        noteSave(location);
        saveFile(download.href, download.filename);
      });
    }
  });
  useEffect(() => startByItself(), []);
  return { locked: locked || isSharing, failed, isSaving, press };
}
