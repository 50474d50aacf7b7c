import {
  errorMessage,
  type ErrorCode,
  type ErrorReply,
  ERRORS,
  errorValues,
  type ErrorValues,
} from '@dipper/contract';

interface DomainErrorOptions {
  /** What really happened: logged, never shown. */
  readonly cause?: unknown;
  /** The number that the sentence has a place for, raw; `seconds` is `retryAfterSeconds` unless given. */
  readonly values?: ErrorValues;
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
}

/** Something a person is told, in the words of the catalogue. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** For clients that word `code` themselves; undefined where the sentence has no number. */
  readonly values: ErrorValues | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: DomainErrorOptions = {}) {
    const { status } = ERRORS[code];
    const retryAfterSeconds = options.retryAfterSeconds ?? (status === 503 ? 10 : undefined);
    const known: ErrorValues = {
      ...(retryAfterSeconds !== undefined && { seconds: retryAfterSeconds }),
      ...options.values,
    };
    super(errorMessage(code, known), { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.status = status;
    this.values = errorValues(code, known);
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** The body of a reply, by HTTP or a socket. */
  toReply(): ErrorReply {
    const { message, code, values } = this;
    return { error: message, code, ...(values && { values }) };
  }
}
