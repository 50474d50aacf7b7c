import { ERRORS, type ErrorCode, fill } from '@dipper/contract';

interface DomainErrorOptions {
  /** What really happened: logged, never shown. */
  readonly cause?: unknown;
  /** Values for the `{{places}}` of the sentence; `{{seconds}}` is `retryAfterSeconds` unless given. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
}

/** Something a person is told, in the words of the catalogue. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: DomainErrorOptions = {}) {
    const { status, message } = ERRORS[code];
    const retryAfterSeconds = options.retryAfterSeconds ?? (status === 503 ? 10 : undefined);
    const values = { seconds: retryAfterSeconds ?? '', ...options.values };
    super(fill(message, values), { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
