import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Logger,
} from '@nestjs/common';
import { isErrorCode, type ErrorCode } from '@dipper/contract';
import type { Request, Response } from 'express';
import { VisitorLeft } from '../../limits/visitor.js';
import { DomainError } from '../../errors/domain-error.js';
import { isDiskFull } from '../../errors/disk-full.js';
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
      // The reply has begun, so only cutting the connection can still signal a failure.
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
  // Don't log BUSY: it is a normal response, and logging each one would cost most under load.
  if (error.status >= 500 && error.code !== 'BUSY') {
    logger.error({ err: error.cause ?? thrown, code: error.code, path });
  }
}

/**
 * Maps anything thrown (by us, Nest, body-parser or the database) to an error from the catalogue.
 */
export function toDomainError(thrown: unknown): DomainError {
  if (thrown instanceof DomainError) {
    return thrown;
  }
  if (isDatabaseDown(thrown) || isDiskFull(thrown)) {
    return new DomainError('UNAVAILABLE', { cause: thrown });
  }
  const status = statusOf(thrown);
  return new DomainError(codeOfStatus(status), { cause: thrown });
}

function statusOf(thrown: unknown): number {
  if (thrown instanceof HttpException) {
    return thrown.getStatus();
  }
  const status = (thrown as { status?: unknown } | null)?.status;
  return typeof status === 'number' ? status : 500;
}

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'INVALID_REQUEST',
  404: 'NOT_FOUND',
  408: 'REQUEST_TIMEOUT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'JSON_EXPECTED',
  503: 'UNAVAILABLE',
};

function codeOfStatus(status: number): ErrorCode {
  return BY_STATUS[status] ?? (status >= 400 && status < 500 ? 'INVALID_REQUEST' : 'INTERNAL');
}

/**
 * The system's and Postgres's error codes for a connection that fails or breaks, and for a
 * statement, lock or transaction that exceeds its time limit (`DATABASE_LIMITS`).
 */
const DATABASE_DOWN =
  /^(E(CONNREFUSED|CONNRESET|NOTFOUND|AI_AGAIN|TIMEDOUT|HOSTUNREACH|NETUNREACH|PIPE)|57P0[123]|08\w{3}|53300|57014|55P03|25P0[34])$/;

/**
 * True if a connection of pg or its pool has failed. Checks the error code, and one message that
 * comes without a code.
 */
export function isDatabaseDown(thrown: unknown): boolean {
  const { code, message } = (thrown ?? {}) as { code?: unknown; message?: unknown };
  return (
    (typeof code === 'string' && DATABASE_DOWN.test(code)) ||
    (typeof message === 'string' &&
      /Connection terminated|timeout exceeded when trying to connect/.test(message))
  );
}

export function knownCode(code: string | null | undefined, fallback: ErrorCode): ErrorCode {
  return code !== null && code !== undefined && isErrorCode(code) ? code : fallback;
}
