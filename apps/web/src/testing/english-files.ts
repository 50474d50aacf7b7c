import { loadTexts, NAMESPACES } from '../i18n/catalogue.js';
import errors from '../i18n/en/errors.js';
import legal from '../i18n/en/legal.json';
import llms from '../i18n/en/llms.json';

const fileOf = (namespace: string) =>
  `${namespace.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.json`;

/** Returns the English texts that every language needs, by the names of their files. */
export async function englishFiles(): Promise<Readonly<Record<string, object>>> {
  const texts = await loadTexts('en', NAMESPACES);
  // Labels are copied from the other namespaces.
  const own = Object.entries({ ...texts, errors, legal, llms }).filter(
    ([name]) => name !== 'labels',
  );
  return Object.fromEntries(own.map(([name, text]) => [fileOf(name), text]));
}
