import type { SharedParams } from '@dipper/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { ApiFailure, type FailedReply } from '../../lib/api/api-failure.js';
import { failureWords } from './failure-words.js';
import { shortLink } from './short-link.js';

/** A link on its way, there, or why it is not. */
export type LinkState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'made'; readonly link: string }
  | { readonly phase: 'failed'; readonly reason: string; readonly againInSeconds: number };

const LOADING: LinkState = { phase: 'loading' };

/** The short link of a preview, made as soon as this is shown. `again` asks once more after a failure. */
export function useShortLink(params: SharedParams): {
  readonly state: LinkState;
  readonly again: () => void;
  /** The visitor has pressed for it, on a button that is gone once it is there. */
  readonly isRetry: boolean;
} {
  const { t, i18n } = useTranslation('share');
  const [attempt, setAttempt] = useState(0);
  // Another item is another link, also in the same place.
  const asked = `${attempt} ${JSON.stringify(params)}`;
  const [known, setKnown] = useState({ asked, state: LOADING });

  useEffect(() => {
    let left = false;
    const show = (state: LinkState) => {
      if (!left) {
        setKnown({ asked, state });
      }
    };
    shortLink(params).then(
      (link) => show({ phase: 'made', link }),
      async (error: unknown) => {
        const reason = await failureWords(error, i18n);
        const reply: FailedReply = error instanceof ApiFailure ? error.reply : {};
        show({
          phase: 'failed',
          reason: t('messages.shortUrlFailed', { error: reason }),
          againInSeconds: reply.retryAfterSeconds ?? 0,
        });
      },
    );
    return () => {
      left = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `asked` holds the params by value
  }, [asked, i18n, t]);

  return {
    state: known.asked === asked ? known.state : LOADING,
    again: () => setAttempt(attempt + 1),
    isRetry: attempt > 0,
  };
}
