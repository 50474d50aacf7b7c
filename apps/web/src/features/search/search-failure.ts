import { ApiFailure } from '@dipper/client';
import type { I18n } from '../../i18n/create-i18n.js';
import type { ServerError } from '../../i18n/errors/error-words.js';
import { loadErrorWords } from '../../i18n/errors/load-error-words.js';
import { type NextStep, nextStep } from './steps-by-error.js';

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

/** For unknown causes, which may be temporary. */
const again: NextStep = { againInSeconds: 0 };

/** Maps a search error to its message and next step. */
export function searchFailure(error: unknown): SearchFailure {
  if (!(error instanceof ApiFailure)) {
    return { message: 'messages.error', step: again };
  }
  if (error.kind === 'network') {
    return { message: 'messages.error', offline: true, step: again };
  }
  if (error.kind === 'unexpected') {
    return { message: 'messages.unexpectedReply', step: again };
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
