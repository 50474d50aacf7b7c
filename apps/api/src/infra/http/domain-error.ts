import { ERRORS, type ErrorCode, fill } from '@dipper/contract';

interface DomainErrorOptions {
  /** What really happened: logged, never shown. */
  readonly cause?: unknown;
  /** Values for the `{{places}}` of the sentence. */
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
    super(fill(ERRORS[code].message, options.values ?? {}), { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.status = ERRORS[code].status;
    this.retryAfterSeconds = options.retryAfterSeconds ?? (this.status === 503 ? 10 : undefined);
  }
}
