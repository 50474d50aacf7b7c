import { DomainError } from '../errors/domain-error.js';
import { toDomainError } from '../errors/to-domain-error.js';
import { VisitorLeft } from '../limits/visitor.js';
import { metrics } from './metrics.js';

/**
 * How work for a visitor ended, as an operator sees it: `unavailable` is a property of the item
 * (private, removed) and `refused` of the request, but `failed` may mean that the site has changed
 * or blocks us.
 */
export type WorkOutcome = 'ok' | 'unavailable' | 'refused' | 'busy' | 'failed' | 'left';

const BUSY: ReadonlySet<string> = new Set(['BUSY', 'UNAVAILABLE', 'RATE_LIMITED']);
const OF_THE_ITEM: ReadonlySet<number> = new Set([404, 410, 413, 415, 422]);

/** Maps a thrown error to an outcome. */
export function workOutcomeOf(thrown: unknown): WorkOutcome {
  if (thrown instanceof VisitorLeft || (thrown as Partial<Error> | null)?.name === 'AbortError') {
    return 'left';
  }
  const { code, status } = toDomainError(thrown);
  if (BUSY.has(code)) {
    return 'busy';
  }
  if (status >= 500) {
    return 'failed';
  }
  return OF_THE_ITEM.has(status) ? 'unavailable' : 'refused';
}

/**
 * Runs work, and reports its outcome and duration.
 * @param end receives the time in seconds
 */
export async function measured<T>(
  work: () => Promise<T>,
  end: (outcome: WorkOutcome, seconds: number) => void,
): Promise<T> {
  const seconds = metrics.clock();
  let thrown: unknown;
  try {
    return await work();
  } catch (error) {
    thrown = error ?? new DomainError('INTERNAL');
    throw error;
  } finally {
    end(thrown === undefined ? 'ok' : workOutcomeOf(thrown), seconds());
  }
}
