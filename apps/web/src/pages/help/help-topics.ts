import { errorDefinition, isErrorCode } from '@dipper/contract';
import type { HelpArticle, HelpText } from '../../content/content-shapes.js';
import { plainText } from '../../content/linked-text.js';
import type { ServerError } from '../../i18n/errors/error-words.js';
import type { Searchable } from './search-articles.js';

/** An article with its searchable text. */
export interface HelpEntry extends Searchable {
  readonly article: HelpArticle;
  /**
   * Error messages that the article explains, as a visitor sees them, with gaps in place of
   * numbers.
   */
  readonly sentences: readonly string[];
}

export interface HelpTopic {
  readonly id: string;
  readonly title: string;
  readonly entries: readonly HelpEntry[];
}

type WordsOf = (error: ServerError) => string | undefined;

function sentencesOf(codes: readonly string[], wordsOf: WordsOf): readonly string[] {
  return codes
    .filter(isErrorCode)
    .map((code) =>
      (wordsOf({ code }) ?? errorDefinition(code).message)
        .replace('{{where}}', '')
        .replace(/\{\{\w+\}\}/g, '…'),
    );
}

function entryOf(article: HelpArticle, wordsOf: WordsOf): HelpEntry {
  const { title, text, codes = [] } = article;
  const sentences = sentencesOf(codes, wordsOf);
  const body = [...text.map(plainText), ...sentences, ...codes].join('\n');
  return { article, sentences, title, body };
}

/**
 * Returns all articles by topic, ready to search.
 * @param wordsOf translates an error code into the page's language; undefined in English
 */
export function helpTopics({ categories }: HelpText, wordsOf: WordsOf): readonly HelpTopic[] {
  return categories.map(({ id, title, articles }) => ({
    id,
    title,
    entries: articles.map((article) => entryOf(article, wordsOf)),
  }));
}
