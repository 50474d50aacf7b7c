import { createContext } from 'react';

/** What a page's component says about the page. */
interface HeadTexts {
  /** The title as shown in link previews, without the brand. */
  readonly title: string;
  readonly description: string;
}

/**
 * Receives what PageHead writes, for the server, which repeats it in other places (app/render.tsx).
 * Null in the browser.
 */
export const HeadListener = createContext<((texts: HeadTexts) => void) | null>(null);
