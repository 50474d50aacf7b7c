import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { VisitorLeft } from '../../limits/visitor.js';
import type { DomainError } from '../../errors/domain-error.js';
import { toDomainError } from '../../errors/to-domain-error.js';
import { metrics } from '../../metrics/metrics.js';

/**
 * The only place that turns thrown errors into an `ErrorReply`, so that no other detail leaks out.
 */
@Catch()
export class DomainErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Errors');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const request = host.switchToHttp().getRequest<Request>();
    if (thrown instanceof VisitorLeft) {
      // Nothing has failed, and no client is waiting for a reply.
      return;
    }
    const error = toDomainError(thrown);
    metrics.count('dipper_refusals_total', { code: error.code });
    logFailure(this.logger, { error, thrown, path: request.path });
    if (response.headersSent) {
      // The reply has begun, so the only way to signal a failure is to cut the connection.
      response.destroy();
      return;
    }
    if (error.retryAfterSeconds !== undefined) {
      response.setHeader('Retry-After', String(error.retryAfterSeconds));
    }
    response.setHeader('Cache-Control', 'no-store');
    // Remove the type that the handler may have set for an image or a text file.
    response.removeHeader('Content-Type');
    response.status(error.status).json(error.toReply());
  }
}

interface Failure {
  readonly error: DomainError;
  readonly thrown: unknown;
  readonly path: string;
}

export function logFailure(logger: Logger, { error, thrown, path }: Failure): void {
  // Don't log BUSY. It is a normal response, and logging it would cost most under load.
  if (error.status >= 500 && error.code !== 'BUSY') {
    logger.error({ err: error.cause ?? thrown, code: error.code, path }, 'A request failed');
  }
}
