/**
 * A page may contain several items without their own URLs: three players in an article, a post with
 * two videos, a feed. Our own fragment, which no site ever sees, names one of them: by its
 * position, or, if new items may precede it, by 12 digits of a hash of its id.
 */
const FRAGMENT = /^#item=([1-9]\d{0,2}|[\da-f]{12})$/;

/** The item that a URL names on its page; null for the page itself. */
export const itemName = ({ hash }: Pick<URL, 'hash'>): string | null =>
  FRAGMENT.exec(hash)?.[1] ?? null;

/** The position of the item that a URL names, from 1; null if not by position. */
export const itemNumber = (url: Pick<URL, 'hash'>): number | null => {
  const name = itemName(url) ?? '';
  return name !== '' && name.length < 12 ? Number(name) : null;
};

/**
 * The URL of a page's item. @param pageUrl absolute. @param name position, or 12 hexadecimal digits
 */
export const itemOfPage = (pageUrl: string, name: number | string): string =>
  `${pageOfItem(pageUrl)}#item=${name}`;

/** The URL to request from a site: without the fragment. */
export const pageOfItem = (url: string): string => url.replace(/#.*$/s, '');
