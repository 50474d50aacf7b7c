import { EgressFailed, EgressRefused, toEgressError } from '../infra/egress/egress-error.js';
import { DomainError } from '../infra/http/domain-error.js';

/** What a status of the source means for the visitor; null when there is something to pass on. */
export function upstreamRefusal(status: number): DomainError | null {
  if (status === 200 || status === 206 || status === 416) {
    return null;
  }
  return new DomainError(codeOf(status), { cause: `the source answered ${status}` });
}

function codeOf(
  status: number,
): 'FORMAT_UNAVAILABLE' | 'SOURCE_REFUSED' | 'SOURCE_TIMEOUT' | 'SOURCE_FAILED' {
  if (status === 404 || status === 410) {
    return 'FORMAT_UNAVAILABLE';
  }
  if (status === 401 || status === 403 || status === 429 || status === 451) {
    return 'SOURCE_REFUSED';
  }
  return status === 408 || status === 504 ? 'SOURCE_TIMEOUT' : 'SOURCE_FAILED';
}

/** What an error of a request, or of its body, means for the visitor. Errors of ours stay. */
export function relayFailure(thrown: unknown): DomainError {
  if (thrown instanceof DomainError) {
    return thrown;
  }
  const error = toEgressError(thrown);
  if (error instanceof EgressRefused) {
    return new DomainError('ADDRESS_NOT_ALLOWED', { cause: error });
  }
  return new DomainError(error.reason === 'timeout' ? 'SOURCE_TIMEOUT' : 'SOURCE_FAILED', {
    cause: error,
  });
}

/** True when the connection broke, which a new one may not. */
export function isBrokenConnection(thrown: unknown): boolean {
  const error = toEgressError(thrown);
  return error instanceof EgressFailed && error.reason === 'connection';
}

/** True for what the next try may not meet: a broken connection, or a source that was silent too long. */
export function mayPass(thrown: unknown): boolean {
  const error = toEgressError(thrown);
  return isBrokenConnection(error) || error.reason === 'timeout';
}
