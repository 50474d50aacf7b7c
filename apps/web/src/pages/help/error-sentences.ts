import { errorDefinition, isErrorCode } from '@dipper/contract';
import type { ServerError } from '../../i18n/error-words.js';

/**
 * The sentences of errors as a visitor has read them; of numbers there is only their place.
 * @param wordsOf gives the sentence of a code in the page's language, undefined in English.
 */
export function errorSentences(
  codes: readonly string[],
  wordsOf: (error: ServerError) => string | undefined,
): readonly string[] {
  return codes
    .filter(isErrorCode)
    .map((code) =>
      (wordsOf({ code }) ?? errorDefinition(code).message)
        .replace('{{where}}', '')
        .replace(/\{\{\w+\}\}/g, '…'),
    );
}
