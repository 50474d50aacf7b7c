/** What the server answered, as far as it did. */
export interface FailedReply {
  readonly status?: number;
  readonly statusText?: string;
  readonly sentence?: string;
  readonly code?: string;
  /** When the server asks to come back, where it says. */
  readonly retryAfterSeconds?: number;
}

/**
 * Seconds after which the same call is worth another try: it was refused for want of room, and there
 * is nothing wrong with it. Undefined for any other failure.
 */
export function againInSeconds({ status, retryAfterSeconds }: FailedReply): number | undefined {
  return status === 429 || status === 503 ? retryAfterSeconds : undefined;
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
