import type { PollError } from '@dipper/client';
import type { ErrorCode } from '@dipper/contract';
import type { TFunction } from 'i18next';
import type { ServerError } from '../../../i18n/errors/error-words.js';
import { type MergeFailure } from '../../../entities/task/follow/merge.reducer.js';

type Translate = TFunction<'preview'>;
type WordsOf = (said: ServerError) => string | undefined;

const FORMAT_GONE = /format\b.*\b(not available|unavailable|no longer available)/is;
const EMOJI = /\p{Extended_Pictographic}/u;

function serverText(said: ServerError, t: Translate, wordsOf: WordsOf): string {
  const text = wordsOf(said) || t('messages.merge.failed');
  const formatGone =
    said.code === ('FORMAT_UNAVAILABLE' satisfies ErrorCode) ||
    FORMAT_GONE.test(said.sentence ?? '');
  return formatGone && !EMOJI.test(text) ? `${text} ${t('messages.merge.tip')}` : text;
}

function pollErrorText(error: PollError, t: Translate, wordsOf: WordsOf): string {
  switch (error.kind) {
    case 'http': {
      const { status, code, values } = error;
      return t('messages.merge.httpStatus', {
        status,
        text: wordsOf({ code, values }) ?? error.text,
      });
    }
    case 'network':
      return t('progress.noConnection');
    case 'unexpected':
      return t('progress.unreadable');
  }
}

/**
 * Returns the sentence for a failed merge (specification §8, "Merge and preview").
 * @param wordsOf translates the server's error into the language of `t`
 */
export function mergeFailureText(
  failure: Exclude<MergeFailure, { kind: 'source-damaged' }>,
  t: Translate,
  wordsOf: WordsOf,
): string {
  switch (failure.kind) {
    case 'start':
    case 'unknown-task':
      return wordsOf(failure) ?? t('messages.merge.startFailed');
    case 'no-start':
      return t('messages.merge.startFailed');
    case 'expired':
      return t('messages.merge.expired');
    case 'server':
      return serverText(failure, t, wordsOf);
    case 'timed-out':
      return t('messages.merge.timedOut');
    case 'file-gone':
      return t('messages.merge.fileGone');
    case 'too-many-errors':
      return t('messages.merge.tooManyErrors', {
        reason: pollErrorText(failure.reason, t, wordsOf),
      });
  }
}
