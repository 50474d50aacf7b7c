import { LIMITS } from '@dipper/contract';
import { titleInMessage } from '@dipper/media';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { useToast } from '../../ui/overlays/use-toast.js';
import { failureWords } from './use-short-link.js';
import type { Shareable } from '../../entities/share/share-params.js';
import { SHARE_WAYS, type ShareWay } from '../../entities/share/share-ways.js';
import { shortLink } from '../../entities/share/short-link.js';

/** The status from specification §4, "Share status". */
export type ShareStatus = 'idle' | 'loading' | 'success' | 'error';

interface Sharing {
  readonly status: ShareStatus;
  /** Must be called during a user gesture. Otherwise, browsers block the clipboard and new tabs. */
  readonly share: (way: ShareWay) => void;
}

/**
 * A status that returns to `idle` some time after it has ended. If two shares overlap, the later
 * one counts.
 */
function useShareStatus() {
  const [status, setStatus] = useState<ShareStatus>('idle');
  const latest = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const begin = () => {
    const id = ++latest.current;
    clearTimeout(timer.current);
    setStatus('loading');
    return (end: ShareStatus) => {
      if (latest.current === id) {
        setStatus(end);
        timer.current = setTimeout(() => setStatus('idle'), LIMITS.shareStatusMs);
      }
    };
  };
  return { status, begin };
}

/**
 * Shares the short link of `params` and reports the outcome.
 * @param onNotCopied called if the clipboard is blocked, to show the link for copying by hand
 */
export function useShare(params: Shareable, onNotCopied: () => void): Sharing {
  const { t, i18n } = useTranslation('share');
  const toast = useToast();
  const { status, begin } = useShareStatus();

  const share = (way: ShareWay) => {
    const end = begin();
    const title = titleInMessage(params.title ?? '', t('messages.untitled'));
    const asked = { link: shortLink(params), title, waiting: t('status.loading') };
    SHARE_WAYS[way](asked).then(
      (outcome) => {
        if (outcome === null) {
          end('idle');
          return;
        }
        const { said, ok, again } = outcome;
        end(ok ? 'success' : 'error');
        const action = { label: t(`ways.${way}`), onPress: () => share(way) };
        toast({
          kind: ok ? 'status' : 'error',
          text: t(`messages.${said}`),
          ...(again === true && { action }),
        });
        if (said === 'copyFailed') {
          onNotCopied();
        }
      },
      async (error: unknown) => {
        end('error');
        const reason = await failureWords(error, i18n);
        toast({ kind: 'error', text: t('messages.shortUrlFailed', { error: reason }) });
      },
    );
  };
  return { status, share };
}
