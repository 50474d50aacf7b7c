import { header } from '../infra/http/content-range.js';
import { DomainError } from '../infra/http/domain-error.js';
import { Interrupted, SourceGone } from './source-error.js';

type HeaderValues = Readonly<Record<string, string | string[] | undefined>>;

/** Types of answers that are never media, whatever the URL ends in. */
const NOT_MEDIA = /^\s*(text\/(?!vtt)|application\/(json|xhtml|xml|javascript)|image\/)/i;
/** Wait before the next try when the source asks for patience without a number of seconds. */
const USUAL_WAIT_S = 2;
/** Longest wait that a source may ask for before the next try, seconds. */
const LONGEST_WAIT_S = 15;

/**
 * Sorts out answers that are not the media.
 * @throws SourceGone, Interrupted (worth repeating) or DomainError.
 */
export function checkAnswer(status: number, headers: HeaderValues): void {
  if ([401, 403, 404, 410].includes(status)) {
    throw new SourceGone(status);
  }
  if (status === 429 || status === 503) {
    throw new Interrupted(askedWaitMs(header(headers, 'retry-after')));
  }
  if (status >= 500) {
    throw new Interrupted(1000);
  }
  if (status !== 200 && status !== 206 && status !== 416) {
    throw new DomainError('SOURCE_FAILED', { cause: `status ${status}` });
  }
  if (status !== 416 && NOT_MEDIA.test(header(headers, 'content-type') ?? '')) {
    throw new DomainError('NOT_MEDIA');
  }
}

function askedWaitMs(retryAfter: string | undefined): number {
  const asked = /^\d{1,9}$/.test(retryAfter ?? '') ? Number(retryAfter) : USUAL_WAIT_S;
  return Math.min(asked, LONGEST_WAIT_S) * 1000;
}
