import { DomainError } from '../errors/domain-error.js';

/**
 * Thrown if the store of finished files does not respond. A file that can't be found may still
 * exist.
 */
export class StoreUnavailable extends DomainError {
  /** @param cause for the log */
  constructor(cause: unknown = 'the store of finished files is missing') {
    super('UNAVAILABLE', { cause });
  }
}

/** Thrown if a finished file could not be stored, even after all attempts. */
export class FileNotStored extends DomainError {
  /** @param cause for the log */
  constructor(cause: unknown) {
    super('FILE_NOT_STORED', { cause });
  }
}
