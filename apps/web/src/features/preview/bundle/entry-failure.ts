import { ERRORS, type ErrorDefinition, fill } from '@dipper/contract';
import { useErrorWords } from '../../../i18n/errors/use-error-words.js';

/** Returns the English message for a code; undefined for an unknown code. */
function sentenceOf(code: string): string | undefined {
  const known: Readonly<Record<string, ErrorDefinition>> = ERRORS;
  return Object.hasOwn(known, code) ? known[code]?.message : undefined;
}

/**
 * Says why an entry failed. The reason comes from the code alone, because a status contains no
 * messages or values for entries.
 */
export function useEntryFailure(): (code: string | null) => string | undefined {
  const wordsOf = useErrorWords();
  return (code) => {
    const sentence = code === null ? undefined : sentenceOf(code);
    const words = fill(wordsOf({ code, sentence }) ?? '', { where: '' });
    return words === '' || words.includes('{{') ? undefined : words;
  };
}
