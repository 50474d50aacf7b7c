import { linkInText } from './link-in-text.js';

/** How many links are looked for. More do not fit into one list. */
const MOST = 50;

/**
 * All distinct links of a text, in order, wherever they stand. `linksInText` returns those that are
 * submitted, and only the first one of a sentence with several: this is for offering the others.
 */
export function allLinksInText(text: string): string[] {
  const links = new Set<string>();
  let rest = text;
  for (let times = 0; times < MOST; times += 1) {
    const link = linkInText(rest);
    const at = link === null ? -1 : rest.indexOf(link);
    if (link === null || at === -1) {
      // A mangled link is repaired by `linkInText`, so that what follows it cannot be found.
      return link === null ? [...links] : [...links.add(link)];
    }
    links.add(link);
    rest = rest.slice(at + link.length);
  }
  return [...links];
}
