import type { ErrorCode } from '@dipper/contract';
import { EgressFailed, EgressRefused, toEgressError } from '../infra/egress/egress-error.js';
import { DomainError } from '../infra/http/domain-error.js';

/**
 * The source does not honour a media URL (401, 403, 404, 410): it may have expired, and reading the
 * page again may give one that works.
 */
export class SourceGone extends Error {
  constructor(readonly status: number) {
    super(`the source answered ${status}`);
  }
}

/** The source does not serve byte ranges of one and the same file. */
export class RangesUnreliable extends Error {}

interface InterruptedOptions extends ErrorOptions {
  /** What it is called if no further try succeeds. */
  readonly code?: ErrorCode;
  /** The source has too much to do (429, 503), for `retryAfterMs` where it says so. */
  readonly busy?: { readonly retryAfterMs: number | null };
}

/** A transient failure: the request is worth repeating. */
export class Interrupted extends Error {
  readonly code: ErrorCode;
  readonly busy: InterruptedOptions['busy'];

  /** @param waitMs before the first further try */
  constructor(
    readonly waitMs: number,
    options: InterruptedOptions = {},
  ) {
    super('the source broke off', options);
    this.code = options.code ?? 'SOURCE_FAILED';
    this.busy = options.busy;
  }
}

/** A transfer that is no longer needed: another answer brought the file. */
export class Superseded extends Error {}

/** A request turned down, or kept waiting, while the host serves others: to be asked again, uncounted. */
export class Crowded extends Error {}

/** A transfer whose answer had begun and then brought nothing more. */
export class FellSilent extends Crowded {}

const OURS = [DomainError, SourceGone, RangesUnreliable, Interrupted, Superseded, Crowded];

const DISK_FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];
/** Failures to write to a socket are the source's, not the disk's. */
const OF_A_SOCKET = ['EPIPE', 'ECONNRESET', 'ECONNABORTED'];

/**
 * What an error of a transfer means: one of ours (as it is), the reason of the signal, the disk's,
 * the guard's, or a broken connection, which is worth repeating.
 */
export function translateFailure(error: unknown, signal?: AbortSignal): unknown {
  if (OURS.some((type) => error instanceof type)) {
    return error;
  }
  if (signal?.aborted === true) {
    return signal.reason;
  }
  const { code = '', syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (DISK_FULL.includes(code)) {
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

/** Redirects in a circle and false certificates do not pass with time. */
function isPermanent({ reason }: EgressFailed): boolean {
  return reason === 'redirects' || reason === 'tls';
}

/** What parsers throw at what they were not made for. It is logged as the cause, should it be our doing. */
const PARSER_ERRORS = [TypeError, RangeError, SyntaxError];

/** The error for a person when nothing more is tried. Errors that are none of the source's stay. */
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
