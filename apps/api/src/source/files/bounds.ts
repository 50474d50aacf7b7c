import { DomainError } from '../../infra/errors/domain-error.js';

/** @throws DomainError FILE_TOO_LARGE if a file exceeds what the deployment allows. */
export function boundSize(bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) {
    throw new DomainError('FILE_TOO_LARGE', { values: { bytes: maxBytes } });
  }
}

/**
 * @throws DomainError MEDIA_TOO_LONG if media plays longer than the deployment allows. Both
 *   parameters are in seconds.
 */
export function boundDuration(seconds: number, maxSeconds: number): void {
  if (seconds > maxSeconds) {
    const hours = Math.round((maxSeconds / 3600) * 10) / 10;
    throw new DomainError('MEDIA_TOO_LONG', { values: { hours } });
  }
}
