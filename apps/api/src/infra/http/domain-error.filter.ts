import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Logger,
} from '@nestjs/common';
import { isErrorCode, type ErrorCode } from '@dipper/contract';
import type { Request, Response } from 'express';
import { VisitorGone } from '../limits/visitor.js';
import { DomainError } from './domain-error.js';

/** The one place where anything thrown becomes an `ErrorReply`; nothing else leaks. */
@Catch()
export class DomainErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Errors');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const request = host.switchToHttp().getRequest<Request>();
    if (thrown instanceof VisitorGone) {
      // No failure, and nobody is there to be told.
      return;
    }
    const error = toDomainError(thrown);
    logFailure(this.logger, { error, thrown, path: request.path });
    if (response.headersSent) {
      // The reply is under way: cutting the connection is the only honest way to say it broke.
      response.destroy();
      return;
    }
    if (error.retryAfterSeconds !== undefined) {
      response.setHeader('Retry-After', String(error.retryAfterSeconds));
    }
    response.setHeader('Cache-Control', 'no-store');
    // A picture or a text was to be sent.
    response.removeHeader('Content-Type');
    response.status(error.status).json(error.toReply());
  }
}

interface Failure {
  readonly error: DomainError;
  readonly thrown: unknown;
  readonly path: string;
}

/** Logs what the operator may want to know of. */
export function logFailure(logger: Logger, { error, thrown, path }: Failure): void {
  // Busy is an answer, and logging each would cost most when there is least to spare.
  if (error.status >= 500 && error.code !== 'BUSY') {
    logger.error({ err: error.cause ?? thrown, code: error.code, path });
  }
}

/** Maps whatever was thrown (ours, Nest's, body-parser's, the database's) to an error of the catalogue. */
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
 * What systems and Postgres call it when a connection cannot be had or breaks, and when a statement,
 * a lock or a transaction takes longer than it may (`DATABASE_LIMITS`).
 */
const DATABASE_DOWN =
  /^(E(CONNREFUSED|CONNRESET|NOTFOUND|AI_AGAIN|TIMEDOUT|HOSTUNREACH|NETUNREACH|PIPE)|57P0[123]|08\w{3}|53300|57014|55P03|25P0[34])$/;

/** Connection-level failures of pg and of its pool, by their codes and one message it has no code for. */
export function isDatabaseDown(thrown: unknown): boolean {
  const { code, message } = (thrown ?? {}) as { code?: unknown; message?: unknown };
  return (
    (typeof code === 'string' && DATABASE_DOWN.test(code)) ||
    (typeof message === 'string' &&
      /Connection terminated|timeout exceeded when trying to connect/.test(message))
  );
}

/** No room for what a request has to keep: Postgres' own code for it, or the system's. */
const DISK_FULL = ['53100', 'ENOSPC', 'EDQUOT'];

function isDiskFull(thrown: unknown): boolean {
  return DISK_FULL.includes(String((thrown as { code?: unknown } | null)?.code));
}

/** Reads a code off a stored or received error, falling back to a general one. */
export function knownCode(code: string | null | undefined, fallback: ErrorCode): ErrorCode {
  return code !== null && code !== undefined && isErrorCode(code) ? code : fallback;
}
