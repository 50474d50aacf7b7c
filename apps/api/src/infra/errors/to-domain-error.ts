import { type ErrorCode, isErrorCode } from '@dipper/contract';
import { HttpException } from '@nestjs/common';
import { isDiskFull } from './disk-full.js';
import { DomainError } from './domain-error.js';

/** Maps anything thrown (by us, Nest, body-parser or the database) to an error from the catalog. */
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
function isDatabaseDown(thrown: unknown): boolean {
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
