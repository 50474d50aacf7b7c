import type { EntryStanding } from '@dipper/contract';
import { DomainError } from '../../infra/errors/domain-error.js';
import type { Bundle } from '../recipe.js';
import { type Remark, remarksText } from './not-included.js';
import type { ZipFile } from './zip-file.js';
import { ZIP_TEXTS } from './zip-words.js';

export interface BundleInProgress {
  readonly recipe: Bundle;
  readonly zip: ZipFile;
  readonly begunAt: Date;
  standings: readonly EntryStanding[];
  readonly failed: (Remark & { readonly error: DomainError })[];
  readonly damaged: Remark[];
}

/**
 * @throws DomainError if no entry could be added to the zip: the shared reason if all of them
 *   failed for the same one, otherwise BUNDLE_EMPTY.
 */
export function throwIfEmpty({ recipe, failed }: BundleInProgress): void {
  const [first] = failed;
  if (first !== undefined && failed.length === recipe.entries.length) {
    const isSame = failed.every(({ error }) => error.code === first.error.code);
    throw isSame ? first.error : new DomainError('BUNDLE_EMPTY', { cause: first.error });
  }
}

/** Adds text files that list the missing and the damaged entries. */
export function addRemarks({ zip, begunAt, failed, damaged }: BundleInProgress): void {
  const files = [
    [ZIP_TEXTS.notIncluded, failed],
    [ZIP_TEXTS.damaged, damaged],
  ] as const;
  for (const [{ name, heading }, remarks] of files) {
    if (remarks.length > 0) {
      zip.addText(remarksText(heading, remarks), { name, modifiedAt: begunAt });
    }
  }
}
