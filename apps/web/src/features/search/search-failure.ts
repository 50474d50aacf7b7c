import type { ServerError } from '../../i18n/error-words.js';
import { ApiFailure } from '../../lib/api/api-failure.js';
import { ChunkLoadError } from '../../lib/stale-build.js';
import { type NextStep, nextStep } from './steps-by-error.js';

/** Which sentence a failed search says: the server's own, or one of the catalogue (§8, "Search"). */
export type SearchFailure =
  | {
      readonly said: ServerError;
      readonly step: NextStep;
    }
  | {
      readonly message: 'messages.failed' | 'messages.unexpectedReply' | 'messages.error';
      /** Nothing came at all: the connection is worth a look. */
      readonly offline?: true;
      readonly step: NextStep;
    };

/** Nobody said what was wrong: it may be over by now. */
const again: NextStep = { againInSeconds: 0 };

/** Maps what a search threw to what the visitor is told. */
export function searchFailure(error: unknown): SearchFailure {
  if (error instanceof ChunkLoadError) {
    return { message: 'messages.error', offline: true, step: again };
  }
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
