import { Logger } from '@nestjs/common';
import type { DomainError } from '../../errors/domain-error.js';
import { toDomainError } from '../../errors/to-domain-error.js';
import { metrics } from '../../metrics/metrics.js';

const logger = new Logger('Errors');

/**
 * Counts a failure of a request, and logs it if it is ours.
 * @param path the request's path, for the log
 * @returns the error to send to the client
 */
export function reportFailure(thrown: unknown, path: string): DomainError {
  const error = toDomainError(thrown);
  metrics.count('dipper_refusals_total', { code: error.code });
  // Don't log BUSY. It is a normal response, and logging it would cost most under load.
  if (error.status >= 500 && error.code !== 'BUSY') {
    logger.error({ err: error.cause ?? thrown, code: error.code, path }, 'A request failed');
  }
  return error;
}
