import { EgressFailed, EgressRefused, toEgressError } from '../infra/egress/egress-error.js';
import { DomainError } from '../infra/http/domain-error.js';
import { Interrupted, RangesUnreliable, SourceGone } from './source-error.js';

const DISK_FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];
/** A socket's failures to write, which are the source's and not the disk's. */
const OF_A_SOCKET = ['EPIPE', 'ECONNRESET', 'ECONNABORTED'];

/**
 * What an error of a download means: one of ours (as it is), the disk's, the guard's, or a break of
 * the connection, which is worth repeating.
 */
export function translateFailure(error: unknown, signal: AbortSignal): unknown {
  if (
    error instanceof DomainError ||
    error instanceof SourceGone ||
    error instanceof Interrupted ||
    error instanceof RangesUnreliable
  ) {
    return error;
  }
  if (signal.aborted) {
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
  return egress instanceof EgressFailed && egress.reason === 'redirects'
    ? new DomainError('SOURCE_FAILED', { cause: egress })
    : new Interrupted(500, { cause: egress });
}
