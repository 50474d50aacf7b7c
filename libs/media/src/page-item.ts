/**
 * A page may hold several items that have no addresses of their own: three players in an article, a
 * post with two videos. Item N of it is named by a fragment of ours, which no site ever sees.
 */
const FRAGMENT = /^#item=([1-9]\d{0,2})$/;

/** Which item of its page an address names, from 1; null for the page as such. */
export const itemNumber = ({ hash }: Pick<URL, 'hash'>): number | null => {
  const [, number] = FRAGMENT.exec(hash) ?? [];
  return number === undefined ? null : Number(number);
};

/** The address of item N of a page. @param pageUrl an absolute address. */
export const itemOfPage = (pageUrl: string, number: number): string =>
  `${pageOfItem(pageUrl)}#item=${number}`;

/** An address as a site takes it: without a fragment. */
export const pageOfItem = (url: string): string => url.replace(/#.*$/s, '');
