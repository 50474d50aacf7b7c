import type { EntryStanding } from '@dipper/contract';
import { DEFAULT_LANGUAGE } from '@dipper/site';
import { DomainError } from '../../infra/errors/domain-error.js';
import type { Bundle, ChosenEntry } from '../recipe.js';
import { isSomewhere, type Span } from '../../source/client/source-damaged.js';
import { remarksText } from './not-included.js';
import type { ZipFile } from './zip-file.js';
import { zipWordsIn } from './zip-words.js';

export interface BundleInProgress {
  readonly recipe: Bundle;
  readonly zip: ZipFile;
  readonly begunAt: Date;
  standings: readonly EntryStanding[];
  readonly failed: { readonly entry: ChosenEntry; readonly error: DomainError }[];
  readonly damaged: { readonly entry: ChosenEntry; readonly places: readonly Span[] }[];
}

/**
 * @throws DomainError if no entry could be added to the zip: their common error if all entries
 *   failed for the same reason, otherwise BUNDLE_EMPTY.
 */
export function throwIfEmpty({ recipe, failed }: BundleInProgress): void {
  const [first] = failed;
  if (first !== undefined && failed.length === recipe.entries.length) {
    const isSame = failed.every(({ error }) => error.code === first.error.code);
    throw isSame ? first.error : new DomainError('BUNDLE_EMPTY', { cause: first.error });
  }
}

/**
 * Adds text files that list the missing and the damaged entries, in the language of the visitor.
 * The names are the same in every language, because help texts quote them, and some programs that
 * open a zip only handle ASCII.
 */
export async function addRemarks({
  recipe,
  zip,
  begunAt,
  failed,
  damaged,
}: BundleInProgress): Promise<void> {
  if (failed.length + damaged.length === 0) {
    return;
  }
  const words = await zipWordsIn(recipe.language ?? DEFAULT_LANGUAGE);
  const missing = failed.map(({ entry, error }) => ({ entry, why: words.why(error.toReply()) }));
  const broken = damaged.map(({ entry, places }) => ({
    entry,
    why: words.where(isSomewhere(places) ? [] : places),
  }));
  const files = [
    ['Not included.txt', words.notIncluded, missing],
    ['Damaged.txt', words.damaged, broken],
  ] as const;
  for (const [name, heading, remarks] of files) {
    if (remarks.length > 0) {
      zip.addText(remarksText(heading, remarks), { name, modifiedAt: begunAt });
    }
  }
}
