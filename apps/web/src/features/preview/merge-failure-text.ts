import type { TFunction } from 'i18next';
import type { MergeFailure, PollError } from './merge.reducer.js';

type Translate = TFunction<'preview'>;

const FORMAT_GONE = /format\b.*\b(not available|unavailable|no longer available)/is;
const EMOJI = /\p{Extended_Pictographic}/u;

function serverText(sentence: string, code: string | null, t: Translate): string {
  const text = sentence || t('messages.merge.failed');
  const formatGone = code === 'FORMAT_UNAVAILABLE' || FORMAT_GONE.test(text);
  return formatGone && !EMOJI.test(text) ? `${text} ${t('messages.merge.tip')}` : text;
}

function pollErrorText(error: PollError, t: Translate): string {
  switch (error.kind) {
    case 'http':
      return t('messages.merge.httpStatus', { status: error.status, text: error.text });
    case 'network':
      return t('progress.noConnection');
    case 'unexpected':
      return t('progress.unreadable');
  }
}

/** The sentence about a merge that failed (specification §8, "Merge and preview"). */
export function mergeFailureText(
  failure: Exclude<MergeFailure, { kind: 'source-damaged' }>,
  t: Translate,
): string {
  switch (failure.kind) {
    case 'start':
    case 'unknown-task':
      return failure.sentence ?? t('messages.merge.startFailed');
    case 'expired':
      return t('messages.merge.expired');
    case 'server':
      return serverText(failure.sentence, failure.code, t);
    case 'timed-out':
      return t('messages.merge.timedOut');
    case 'file-gone':
      return t('messages.merge.fileGone');
    case 'too-many-errors':
      return t('messages.merge.tooManyErrors', { reason: pollErrorText(failure.reason, t) });
  }
}
