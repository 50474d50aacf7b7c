/**
 * A page may hold several items that have no addresses of their own: three players in an article, a
 * post with two videos, a feed. One of them is named by a fragment of ours, which no site ever sees:
 * by its place, or, where new ones come in before it, by 12 digits of a hash of its id.
 */
const FRAGMENT = /^#item=([1-9]\d{0,2}|[\da-f]{12})$/;

/** What an address calls an item of its page; null for the page as such. */
export const itemName = ({ hash }: Pick<URL, 'hash'>): string | null =>
  FRAGMENT.exec(hash)?.[1] ?? null;

/** Which item of its page an address names by its place, from 1. */
export const itemNumber = (url: Pick<URL, 'hash'>): number | null => {
  const name = itemName(url) ?? '';
  return name !== '' && name.length < 12 ? Number(name) : null;
};

/** The address of an item of a page. @param pageUrl an absolute address. @param name its place, or 12 hexadecimal digits. */
export const itemOfPage = (pageUrl: string, name: number | string): string =>
  `${pageOfItem(pageUrl)}#item=${name}`;

/** An address as a site takes it: without a fragment. */
export const pageOfItem = (url: string): string => url.replace(/#.*$/s, '');
