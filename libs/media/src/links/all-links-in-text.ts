import { linkInText } from './link-in-text.js';

/** How many links to look for, because a list can't have more. */
const MOST = 50;

/**
 * All distinct links in a text, in order, wherever they are. `linksInText` returns only the links
 * to submit: for a sentence with several links, only the first. This function also finds the
 * others, so that pages can offer them.
 */
export function allLinksInText(text: string): string[] {
  const links = new Set<string>();
  let rest = text;
  for (let times = 0; times < MOST; times += 1) {
    const link = linkInText(rest);
    const at = link === null ? -1 : rest.indexOf(link);
    if (link === null || at === -1) {
      // `linkInText` repairs a mangled link, so the text after it can't be located.
      return link === null ? [...links] : [...links.add(link)];
    }
    links.add(link);
    rest = rest.slice(at + link.length);
  }
  return [...links];
}
