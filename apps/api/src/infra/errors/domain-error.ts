import {
  errorMessage,
  type ErrorCode,
  type ErrorReply,
  ERRORS,
  errorValues,
  type ErrorValues,
} from '@dipper/contract';

interface DomainErrorOptions {
  /** The underlying error. It is logged but never shown. */
  readonly cause?: unknown;
  /** The numbers for the placeholders in the message. `seconds` defaults to `retryAfterSeconds`. */
  readonly values?: ErrorValues;
  readonly retryAfterSeconds?: number;
}

/** An error with a message for visitors from the catalog. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /**
   * For clients that phrase the message themselves from `code`; undefined if the message has no
   * number.
   */
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

  toReply(): ErrorReply {
    const { message, code, values } = this;
    return { error: message, code, ...(values && { values }) };
  }
}
