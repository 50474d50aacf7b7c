import { DomainError } from '../infra/http/domain-error.js';

/**
 * The source no longer honours a media URL (401, 403, 404, 410): it may have ended, and reading the
 * page again may give one that works.
 */
export class SourceGone extends Error {
  constructor(readonly status: number) {
    super(`the source answered ${status}`);
  }
}

/** The source cannot serve parts of a file as it said it could: the file is fetched in one piece. */
export class RangesUnreliable extends Error {}

/** Something that may pass: the request is worth repeating. */
export class Interrupted extends Error {
  constructor(
    readonly waitMs: number,
    options?: ErrorOptions,
  ) {
    super('the source broke off', options);
  }
}

/** The error for a person when a source that went has no better URL to offer. */
export function goneForGood({ status }: SourceGone): DomainError {
  return new DomainError(
    status === 404 || status === 410 ? 'FORMAT_UNAVAILABLE' : 'SOURCE_REFUSED',
    {
      cause: `the source answered ${status}`,
    },
  );
}
