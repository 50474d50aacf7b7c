import type { HelpFile, HelpText } from './content-shapes.js';

/**
 * Returns the help center for a domain with or without accounts, leaving out what is for the other
 * kind.
 */
export function helpForDomain(file: HelpFile, hasAccounts: boolean): HelpText {
  const isFor = ({ accounts = hasAccounts }: { readonly accounts?: boolean }) =>
    accounts === hasAccounts;
  return {
    ...file,
    categories: file.categories.filter(isFor).map((category) => ({
      ...category,
      articles: category.articles.filter(isFor).map((article) => ({
        ...article,
        text: article.text
          .map((paragraph) => (typeof paragraph === 'string' ? { text: paragraph } : paragraph))
          .filter(isFor)
          .map(({ text }) => text),
      })),
    })),
  };
}
