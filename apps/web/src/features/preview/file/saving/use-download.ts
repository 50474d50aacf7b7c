import { ApiFailure, isOk } from '@dipper/client';
import { LIMITS } from '@dipper/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { noteSave, wantsSave } from '../../../../entities/task/at-once/save-at-once.js';
import { useTranslation } from '../../../../i18n/use-translation.js';
import { headStatus } from '../../../../lib/api/api-client.js';
import { savesByItself } from '../../../../lib/browser/saves-by-itself.js';
import { clickToSave } from '../../../../lib/browser/click-to-save.js';
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
  /**
   * The id of a notice to read before downloading; null if there is none. Only without one may the
   * file be saved without a click, if the visitor enabled that.
   */
  readonly noticeId: string | null;
  /** Called when the browser starts saving the file, or when the visitor has shared it. */
  readonly onSaved?: () => void;
}

/**
 * Shares the file. Asks for another click if the user gesture has expired by the time the file
 * arrives. `onSaved` is called only if the file was shared.
 */
function useFileShare(): (download: Download, signal: AbortSignal) => Promise<void> {
  const { t } = useTranslation('preview');
  const { toast } = usePreviewParts();
  return async ({ href, filename, onSaved }, signal) => {
    const file = await fetchFile(href, filename ?? 'download', signal);
    const shareNow = async (onRefused: () => void) => {
      const shared = await shareFile(file);
      if (shared === 'shared') {
        onSaved?.();
      } else if (shared === 'needs-click') {
        onRefused();
      }
    };
    const fail = () => toast({ kind: 'error', text: t('messages.player.downloadFailed') });
    await shareNow(() =>
      toast({
        kind: 'status',
        text: t('actions.ready'),
        action: { label: t('actions.download'), onPress: () => void shareNow(fail).catch(fail) },
      }),
    );
  };
}

/** The outcome of the last click so far. */
type DownloadPhase =
  | 'ready'
  /** Locked: the file is being checked, or the click was a moment ago. */
  | 'checking'
  /** Locked until the file has been fetched and offered for sharing. */
  | 'sharing'
  /** Locked: the browser has started to save the file. */
  | 'started'
  /** As `started`, but unlocked. */
  | 'saving'
  | 'failed';

const LOCKED: readonly DownloadPhase[] = ['checking', 'sharing', 'started'];

/** The phase that follows the 3 s after a click. */
const UNLOCKED: { readonly [P in DownloadPhase]?: DownloadPhase } = {
  checking: 'ready',
  started: 'saving',
};

/**
 * Saves a file in the way that works on this device (`saveWay`). Outside iOS, it first checks that
 * the file exists. The button is locked for 3 s after a click (specification §4) and while a file
 * is being fetched for sharing. A failure unlocks it immediately.
 * @returns the state of the button and its click handler. `isSaving` stays false if the file is
 * shared, because the share sheet is feedback enough.
 */
export function useDownload(download: Download) {
  const [phase, setPhase] = useState<DownloadPhase>('ready');
  /** Undefined once the 3 s after the last click have passed. */
  const unlock = useRef<ReturnType<typeof setTimeout>>(undefined);
  const share = useFileShare();
  const locked = LOCKED.includes(phase);
  /** Controller of the last click. Aborted by the next click and on unmount. */
  const pressed = useRef<AbortController | null>(null);

  useEffect(
    () => () => {
      clearTimeout(unlock.current);
      pressed.current?.abort();
    },
    [],
  );

  const fail = (status: number) => {
    clearTimeout(unlock.current);
    if (isGone(status)) {
      setPhase('ready');
      download.onGone();
    } else {
      setPhase('failed');
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
      setPhase((now) => (now === 'checking' ? 'started' : 'saving'));
      download.onSaved?.();
    } else {
      fail(status);
    }
  };
  const handOver = async (signal: AbortSignal) => {
    setPhase('sharing');
    try {
      await share(download, signal);
      setPhase(unlock.current === undefined ? 'ready' : 'checking');
    } catch (error) {
      if (!signal.aborted) {
        fail(error instanceof ApiFailure ? (error.reply.status ?? 0) : 0);
      }
    }
  };
  /**
   * Handles a click.
   * @returns whether the browser should follow the link itself
   */
  const press = (): boolean => {
    if (locked) {
      return false;
    }
    setPhase('checking');
    unlock.current = setTimeout(() => {
      unlock.current = undefined;
      setPhase((now) => UNLOCKED[now] ?? now);
    }, LIMITS.downloadLockMs);
    pressed.current?.abort();
    const { signal } = (pressed.current = new AbortController());
    const way = saveWayHere(download.sizeBytes);
    switch (way) {
      case 'checked':
        void check(signal, () => clickToSave(download.href, download.filename));
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
    if (download.noticeId === null && savesByItself() && wantsSave(location)) {
      const { signal } = (pressed.current = new AbortController());
      // In a tab, iOS may ignore this because there was no click. The button still works.
      void check(signal, () => {
        noteSave(location);
        clickToSave(download.href, download.filename);
      });
    }
  });
  useEffect(() => startByItself(), []);
  return {
    ...{ locked, failed: phase === 'failed' },
    isSaving: phase === 'started' || phase === 'saving',
    press,
  };
}
