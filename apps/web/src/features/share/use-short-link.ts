import { ApiFailure, type FailedReply } from '@dipper/client';
import type { SharedParams } from '@dipper/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { shortLink } from '../../entities/share/short-link.js';
import type { I18n } from '../../i18n/create-i18n.js';
import { loadErrorWords } from '../../i18n/errors/load-error-words.js';

export type LinkState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'made'; readonly link: string }
  | { readonly phase: 'failed'; readonly reason: string; readonly againInSeconds: number };

const LOADING: LinkState = { phase: 'loading' };

/** Creates a preview's short link on mount. `again` retries after a failure. */
export function useShortLink(params: SharedParams): {
  readonly state: LinkState;
  readonly again: () => void;
  /** True if the visitor clicked the retry button, which is gone once the link exists. */
  readonly isRetry: boolean;
} {
  const { t, i18n } = useTranslation('share');
  const [attempt, setAttempt] = useState(0);
  // A different item needs a different link, even if the component stays mounted.
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

/**
 * Explains in the page's language why there is no short link, in the server's words if it sent any.
 */
export async function failureWords(error: unknown, i18n: I18n): Promise<string> {
  const t = i18n.getFixedT(i18n.language, 'share');
  if (error instanceof ApiFailure && error.kind !== 'network') {
    return (await loadErrorWords(error.reply, i18n)) ?? t('failure.server');
  }
  return t('failure.network');
}
