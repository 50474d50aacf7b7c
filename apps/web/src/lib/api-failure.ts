/**
 * Why a call brought nothing. `http`: the server said so, in its own sentence when it has one;
 * `network`: no answer; `unexpected`: an answer that is not what the contract says.
 */
export class ApiFailure extends Error {
  constructor(
    readonly kind: 'http' | 'network' | 'unexpected',
    readonly reply: {
      readonly status?: number;
      readonly statusText?: string;
      readonly sentence?: string;
      readonly code?: string;
      /** When the server asks to come back, where it says. */
      readonly retryAfterSeconds?: number;
    } = {},
    options?: ErrorOptions,
  ) {
    super(reply.sentence ?? kind, options);
    this.name = 'ApiFailure';
  }
}
