import { listSize } from '@dipper/media';
import { DomainError } from '../infra/http/domain-error.js';

/** Refuses more bytes than we make files of. @throws DomainError FILE_TOO_LARGE */
export function boundSize(bytes: number, mostBytes: number): void {
  if (bytes > mostBytes) {
    throw new DomainError('FILE_TOO_LARGE', { values: { size: listSize(mostBytes) } });
  }
}
