import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { VisitorLeft } from '../../limits/visitor.js';
import { reportFailure } from './report-failure.js';

/**
 * The only place that turns thrown errors into an `ErrorReply`, so that no other detail leaks out.
 */
@Catch()
export class DomainErrorFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const request = host.switchToHttp().getRequest<Request>();
    if (thrown instanceof VisitorLeft) {
      // Nothing has failed, and no client is waiting for a reply.
      return;
    }
    const error = reportFailure(thrown, request.path);
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
