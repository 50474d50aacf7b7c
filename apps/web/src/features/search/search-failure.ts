import { ApiFailure } from '@dipper/client';
import type { ErrorCode } from '@dipper/contract';
import type { I18n } from '../../i18n/create-i18n.js';
import type { ServerError } from '../../i18n/errors/error-words.js';
import { loadErrorWords } from '../../i18n/errors/load-error-words.js';

/** The message of a failed search: the server's, or a key of the catalog (§8, "Search"). */
type SearchFailure =
  | {
      readonly said: ServerError;
      readonly step: NextStep;
    }
  | {
      readonly message: 'messages.failed' | 'messages.unexpectedReply' | 'messages.error';
      /** Set if nothing was received, so the visitor should check the connection. */
      readonly offline?: true;
      readonly step: NextStep;
    };

export function searchFailure(error: unknown): SearchFailure {
  if (!(error instanceof ApiFailure)) {
    return { message: 'messages.error', step: AGAIN };
  }
  if (error.kind === 'network') {
    return { message: 'messages.error', offline: true, step: AGAIN };
  }
  if (error.kind === 'unexpected') {
    return { message: 'messages.unexpectedReply', step: AGAIN };
  }
  const { sentence, retryAfterSeconds: seconds } = error.reply;
  if (sentence === undefined) {
    return { message: 'messages.failed', step: nextStep('EXTRACT_FAILED') };
  }
  const step = nextStep(error.reply.code);
  return {
    said: error.reply,
    step: seconds === undefined ? step : { ...step, againInSeconds: seconds },
  };
}

/** What the page shows after a failed search. */
export interface WordedFailure {
  readonly error: string;
  readonly step: NextStep;
}

/** Returns the message of a search error in the page's language, and its next step. */
export async function failureWords(error: unknown, i18n: I18n): Promise<WordedFailure> {
  const t = i18n.getFixedT(i18n.language, 'search');
  const failure = searchFailure(error);
  const { step } = failure;
  if ('said' in failure) {
    return { error: (await loadErrorWords(failure.said, i18n)) ?? t('messages.failed'), step };
  }
  const sentence = t(failure.message);
  return { error: failure.offline ? t('form.offline', { sentence }) : sentence, step };
}

/** What a visitor can do after a failed search, besides trying another link. */
export interface NextStep {
  /** Seconds to wait before the same search can be retried. */
  readonly againInSeconds?: number;
  /** Set if the item can probably be played on its own site. */
  readonly opens?: true;
  /** Set if the message is so generic that advice is shown below it. */
  readonly advises?: true;
  /** The error code, which selects an article in the help center. */
  readonly code?: string;
}

/** Also for unknown causes, which may be temporary. */
const AGAIN: NextStep = { againInSeconds: 0 };
const OPEN: NextStep = { opens: true };

const STEPS: Partial<Record<ErrorCode, NextStep>> = {
  EXTRACT_FAILED: { ...AGAIN, ...OPEN, advises: true },
  INTERNAL: AGAIN,
  UNAVAILABLE: AGAIN,
  SOURCE_FAILED: { ...AGAIN, ...OPEN },
  SOURCE_TIMEOUT: { ...AGAIN, ...OPEN },
  SOURCE_REFUSED: { againInSeconds: 60, ...OPEN },
  SOURCE_RATE_LIMITED: { againInSeconds: 120, ...OPEN },
  SOURCE_BLOCKED: OPEN,
  MEDIA_PRIVATE: OPEN,
  LOGIN_REQUIRED: OPEN,
  PAYMENT_REQUIRED: OPEN,
  AGE_RESTRICTED: OPEN,
  REGION_BLOCKED: OPEN,
  MEDIA_REMOVED: OPEN,
  DRM_PROTECTED: OPEN,
  LIVE_STREAM: OPEN,
  LIVE_UPCOMING: OPEN,
  NO_MEDIA: OPEN,
  UNSUPPORTED_SITE: OPEN,
  PAGE_TOO_LARGE: OPEN,
};

/**
 * Returns the next step after a server error: only the code of the help article if nothing but
 * another link helps.
 */
function nextStep(code: string | undefined): NextStep {
  return code === undefined ? {} : { ...STEPS[code as ErrorCode], code };
}
