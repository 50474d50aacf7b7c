import { DomainError } from '../infra/http/domain-error.js';

/** Refuses what lasts longer than we make files of; both in seconds. @throws DomainError MEDIA_TOO_LONG */
export function boundDuration(seconds: number, mostSeconds: number): void {
  if (seconds > mostSeconds) {
    const hours = Math.round((mostSeconds / 3600) * 10) / 10;
    throw new DomainError('MEDIA_TOO_LONG', { values: { hours } });
  }
}
