import type { Page } from 'playwright-core';

/** Faults in the appearance of a page in its language. */
export interface Survey {
  /**
   * Text with two consecutive ASCII letters, which none of our text contains in a pseudo-language.
   */
  readonly english: readonly string[];
  /** Text that overflows its box and is cut off without an ellipsis. */
  readonly cut: readonly string[];
  /** How far the page scrolls sideways, in pixels. */
  readonly sideways: number;
  readonly direction: string;
}

/**
 * Finds faults in a page. @param data matches names and URLs, which are the same in every language
 */
export function survey(page: Page, data: RegExp): Promise<Survey> {
  return page.evaluate(surveyHere, data.source);
}

function surveyHere(data: string): Survey {
  // While scripts are enabled, <noscript> contains its markup as text.
  const known = new RegExp(`<[^>]*>|${data}`, 'g');
  const spoken = ['aria-label', 'aria-valuetext', 'title', 'alt', 'placeholder'];
  const texts: string[] = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: parent, textContent } = walker.currentNode;
    if (parent !== null && parent.closest('script, style') === null) {
      texts.push(textContent ?? '');
    }
  }
  const elements = [...document.body.querySelectorAll<HTMLElement>('*')];
  texts.push(...elements.flatMap((one) => spoken.map((name) => one.getAttribute(name) ?? '')));
  // Drawings may overflow; only words count as faults.
  const hasWordsOutside = (element: HTMLElement) => {
    const frame = element.getBoundingClientRect();
    const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (words.nextNode()) {
      range.selectNodeContents(words.currentNode);
      const { left, right } = range.getBoundingClientRect();
      if (left < frame.left - 1 || right > frame.right + 1) {
        return true;
      }
    }
    return false;
  };
  const isCut = (element: HTMLElement) => {
    const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(element);
    return (
      /hidden|clip/.test(overflowX) &&
      textOverflow !== 'ellipsis' &&
      webkitLineClamp === 'none' &&
      element.clientWidth > 1 &&
      element.textContent !== '' &&
      element.scrollWidth > element.clientWidth + 1 &&
      hasWordsOutside(element)
    );
  };
  const root = document.documentElement;
  return {
    english: texts.filter((text) => /[A-Za-z]{2,}/.test(text.replace(known, ''))),
    cut: elements.filter(isCut).map((element) => element.textContent ?? ''),
    sideways: root.scrollWidth - root.clientWidth,
    direction: getComputedStyle(root).direction,
  };
}
