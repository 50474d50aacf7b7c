import type { ErrorCode } from '@dipper/contract';
import { EgressFailed, EgressRefused, toEgressError } from '../../infra/egress/egress-error.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import { isDiskFull } from '../../infra/errors/disk-full.js';

/**
 * Thrown if the source refuses a media URL (401, 403, 404, 410). The URL may have expired, and
 * reading the page again may give a working one.
 */
export class SourceGone extends Error {
  constructor(readonly status: number) {
    super(`the source responded with ${status}`);
  }
}

/**
 * Thrown if a source does not support range requests, or if its ranges don't belong to one
 * consistent file.
 */
export class RangesUnreliable extends Error {}

interface InterruptedOptions extends ErrorOptions {
  /** The error to report if no later attempt succeeds. */
  readonly code?: ErrorCode;
  /**
   * Set if the source is busy (429, 503). `retryAfterMs` is null if the source doesn't request a
   * wait.
   */
  readonly busy?: { readonly retryAfterMs: number | null };
}

/** A transient failure. The request is worth repeating. */
export class Interrupted extends Error {
  readonly code: ErrorCode;
  readonly busy: InterruptedOptions['busy'];

  /** @param waitMs how long to wait before the first retry. */
  constructor(
    readonly waitMs: number,
    options: InterruptedOptions = {},
  ) {
    super('the transfer from the source was interrupted', options);
    this.code = options.code ?? 'SOURCE_FAILED';
    this.busy = options.busy;
  }
}

/** Thrown in a transfer that is no longer needed, because another response delivered the file. */
export class Superseded extends Error {}

/**
 * Thrown if the host refused a request, or kept it waiting, while serving others. The request is
 * repeated without counting as an attempt.
 */
export class HostBusy extends Error {}

/** Thrown if a transfer began and then stalled. */
export class SourceStalled extends HostBusy {}

const OURS = [DomainError, SourceGone, RangesUnreliable, Interrupted, Superseded, HostBusy];

/**
 * Codes of errors that occur when writing to a socket. They are the source's fault, not the disk's.
 */
const OF_A_SOCKET = ['EPIPE', 'ECONNRESET', 'ECONNABORTED'];

/**
 * Translates an error of a transfer. Our own errors, the signal's reason and most errors of the
 * disk stay unchanged, but a full disk becomes DISK_FULL. A request that the egress guard refused
 * becomes ADDRESS_NOT_ALLOWED. A failed connection becomes `Interrupted` if it is worth repeating,
 * and SOURCE_FAILED if not.
 */
export function translateFailure(error: unknown, signal?: AbortSignal): unknown {
  if (OURS.some((type) => error instanceof type)) {
    return error;
  }
  if (signal?.aborted === true) {
    return signal.reason;
  }
  const { code = '', syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (isDiskFull(error)) {
    return new DomainError('DISK_FULL', { cause: error });
  }
  if (syscall === 'write' && !OF_A_SOCKET.includes(code)) {
    return error;
  }
  const egress = toEgressError(error);
  if (egress instanceof EgressRefused) {
    return new DomainError('ADDRESS_NOT_ALLOWED', { cause: egress });
  }
  return isPermanent(egress)
    ? new DomainError('SOURCE_FAILED', { cause: egress })
    : new Interrupted(500, { cause: egress, ...(egress.reason === 'timeout' && TIMEOUT) });
}

const TIMEOUT = { code: 'SOURCE_TIMEOUT' } as const;

/** Redirect loops and invalid certificates don't go away by themselves. */
function isPermanent({ reason }: EgressFailed): boolean {
  return reason === 'redirects' || reason === 'tls';
}

/**
 * Errors that parsers throw on unexpected input. They are logged as the cause, in case the bug is
 * ours.
 */
const PARSER_ERRORS = [TypeError, RangeError, SyntaxError];

/**
 * The error to report when there are no attempts left. Errors for which the source isn't to blame
 * stay unchanged.
 */
export function finalError(error: unknown): unknown {
  if (error instanceof SourceGone) {
    const isMissing = error.status === 404 || error.status === 410;
    return new DomainError(isMissing ? 'FORMAT_UNAVAILABLE' : 'SOURCE_REFUSED', { cause: error });
  }
  if (error instanceof Interrupted) {
    return new DomainError(error.code, { cause: error });
  }
  const isOfSource = [RangesUnreliable, ...PARSER_ERRORS].some((type) => error instanceof type);
  return isOfSource ? new DomainError('SOURCE_FAILED', { cause: error }) : error;
}
