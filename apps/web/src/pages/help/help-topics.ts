import { errorDefinition, isErrorCode } from '@dipper/contract';
import type { HelpArticle, HelpText } from '../../content/content-shapes.js';
import { plainText } from '../../content/linked-text.js';
import type { ServerError } from '../../i18n/error-words.js';
import type { Searchable } from './search-articles.js';

/** An article with what can be searched in it. */
export interface HelpEntry extends Searchable {
  readonly article: HelpArticle;
  /** What the server says where it helps, as a visitor has read it; of numbers only their place. */
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
 * All articles by topic, ready to be searched.
 * @param wordsOf gives the sentence of a code in the page's language, undefined in English.
 */
export function helpTopics({ categories }: HelpText, wordsOf: WordsOf): readonly HelpTopic[] {
  return categories.map(({ id, title, articles }) => ({
    id,
    title,
    entries: articles.map((article) => entryOf(article, wordsOf)),
  }));
}
