import type { ErrorValues } from '@dipper/contract';

/** The reply to a failed call. All fields are missing if the server did not reply. */
export interface FailedReply {
  readonly status?: number;
  readonly statusText?: string;
  readonly sentence?: string;
  readonly code?: string;
  /** The numbers in the sentence, by name. */
  readonly values?: ErrorValues;
  /** True if the body was readable JSON. */
  readonly isJson?: boolean;
  /** When to retry the same call, if the server stated it. */
  readonly retryAfterSeconds?: number;
}

/**
 * Why a call failed. `http` is an error reply, with the server's sentence if it sent one; `network`
 * means that there was no reply; `unexpected` is a reply that violates the contract.
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
