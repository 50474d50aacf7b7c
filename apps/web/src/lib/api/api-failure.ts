import type { ErrorValues } from '@dipper/contract';

/** What the server answered, as far as it did. */
export interface FailedReply {
  readonly status?: number;
  readonly statusText?: string;
  readonly sentence?: string;
  readonly code?: string;
  /** The numbers in the sentence, as in an error reply. */
  readonly values?: ErrorValues;
  /** Whether what was said could be read at all. */
  readonly isJson?: boolean;
  /** After so long the same call is worth another try, where the server says so. */
  readonly retryAfterSeconds?: number;
}

/**
 * Why a call brought nothing. `http`: the server said so, in its own sentence when it has one;
 * `network`: no answer; `unexpected`: an answer that is not what the contract says.
 */
export class ApiFailure extends Error {
  constructor(
    readonly kind: 'http' | 'network' | 'unexpected',
    readonly reply: FailedReply = {},
    options?: ErrorOptions,
  ) {
    super(reply.sentence ?? kind, options);
    this.name = 'ApiFailure';
  }
}
