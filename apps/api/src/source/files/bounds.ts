import { DomainError } from '../../infra/errors/domain-error.js';

/** Refuses more bytes than the deployment allows. @throws DomainError FILE_TOO_LARGE */
export function boundSize(bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) {
    throw new DomainError('FILE_TOO_LARGE', { values: { bytes: maxBytes } });
  }
}

/**
 * Refuses media that play longer than the deployment allows. Both parameters are in seconds.
 * @throws DomainError MEDIA_TOO_LONG.
 */
export function boundDuration(seconds: number, maxSeconds: number): void {
  if (seconds > maxSeconds) {
    const hours = Math.round((maxSeconds / 3600) * 10) / 10;
    throw new DomainError('MEDIA_TOO_LONG', { values: { hours } });
  }
}
