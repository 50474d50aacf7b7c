/**
 * The fragment that identifies an item on a page. A page may contain several items without separate
 * URLs: three players in an article, a post with two videos, a feed. The fragment is our own, and
 * no site ever sees it. It contains the position of the item or, if new items may be added before
 * it, 12 digits of a hash of its id.
 */
const FRAGMENT = /^#item=([1-9]\d{0,2}|[\da-f]{12})$/;

/** The item of a page that a URL refers to; null for the page itself. */
export const itemName = ({ hash }: Pick<URL, 'hash'>): string | null =>
  FRAGMENT.exec(hash)?.[1] ?? null;

/**
 * The position of the item that a URL refers to, from 1; null if the URL does not contain a
 * position.
 */
export const itemNumber = (url: Pick<URL, 'hash'>): number | null => {
  const name = itemName(url) ?? '';
  return name !== '' && name.length < 12 ? Number(name) : null;
};

/**
 * The URL of an item on a page.
 * @param pageUrl absolute
 * @param name its position, or 12 hexadecimal digits
 */
export const itemOfPage = (pageUrl: string, name: number | string): string =>
  `${pageOfItem(pageUrl)}#item=${name}`;

/** The URL to request from a site, which has no fragment. */
export const pageOfItem = (url: string): string => url.replace(/#.*$/s, '');
