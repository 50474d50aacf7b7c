import { Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { toDomainError } from '../../infra/http/reply/domain-error.filter.js';

const logger = new Logger('MergeProcessor');

/**
 * How long the database may be down at the end of a run, in milliseconds. Must be less than the age
 * at which the sweep removes a file without a task.
 */
const PATIENCE_MS = 120_000;
/** First and longest pause between attempts to store a run's result, in milliseconds. */
const AGAIN_MS = { first: 100, longest: 1000 };

/**
 * Stores a run's result. Retries while the database is down, so that the work need not be repeated.
 * @param note stores it
 * @param isStopped true once the process can't wait any longer
 * @returns what `note` returns
 * @throws what `note` throws, after two minutes without the database
 */
export async function storedResult(
  note: () => Promise<boolean>,
  isStopped: () => boolean,
): Promise<boolean> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (let waitMs = AGAIN_MS.first; ; waitMs = Math.min(waitMs * 2, AGAIN_MS.longest)) {
    try {
      return await note();
    } catch (error) {
      const isAway = toDomainError(error).code === 'UNAVAILABLE';
      if (!isAway || isStopped() || performance.now() > giveUpAt) {
        throw error;
      }
      logger.warn({ err: error }, 'The result of a task could not be stored; trying again');
      await delay(waitMs);
    }
  }
}
