import { Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { toDomainError } from '../../infra/errors/to-domain-error.js';

const logger = new Logger('TaskLifecycle');

/**
 * How long the database may be down during a run, in milliseconds. Must be less than the age at
 * which the sweep removes a file without a task.
 */
const PATIENCE_MS = 120_000;
/** First and longest pause between attempts, in milliseconds. */
const AGAIN_MS = { first: 100, longest: 1000 };

/**
 * Queries the database for a run. Retries while the database is down or too busy to respond, so
 * that no task fails because of it, and no work needs to be repeated.
 * @param query queries the database
 * @param problem what could not be done, for the log
 * @param isStopped true once the run can't wait any longer
 * @throws the error of `query`, after two minutes without the database
 */
export async function throughOutages<T>(
  query: () => Promise<T>,
  problem: string,
  isStopped: () => boolean,
): Promise<T> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (let waitMs = AGAIN_MS.first; ; waitMs = Math.min(waitMs * 2, AGAIN_MS.longest)) {
    try {
      return await query();
    } catch (error) {
      const isAway = toDomainError(error).code === 'UNAVAILABLE';
      if (!isAway || isStopped() || performance.now() > giveUpAt) {
        throw error;
      }
      logger.warn({ err: error }, `${problem}; trying again`);
      await delay(waitMs);
    }
  }
}
