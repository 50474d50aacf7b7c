/**
 * Runs in a page. @returns faults in the layout of the text: sideways scrolling, text outside the
 * screen or its box, words broken in the middle, and text that overlaps other text or boxes
 */
export function brokenLayout(): string[] {
  const root = document.documentElement;
  const wrong = new Set<string>();
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('#stuck, [href="#main"]') === null &&
    // Text for screen readers only is in a box of one pixel.
    element.getBoundingClientRect().width > 2;
  const rectsOf = (node: Node, from: number, to: number): DOMRect[] => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
  };
  const overlap = (a: DOMRect, b: DOMRect): boolean =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;

  if (root.scrollWidth > root.clientWidth) {
    wrong.add(`scrolls to ${root.scrollWidth} of ${root.clientWidth}`);
  }
  const texts: { node: Node; text: string; rect: DOMRect }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.nodeValue ?? '';
    const parent = node.parentElement!;
    if (text.trim() === '' || /^(SCRIPT|STYLE|NOSCRIPT)$/.test(parent.tagName)) {
      continue;
    }
    if (!isShown(parent)) {
      continue;
    }
    const clamp = parent.closest('[class*=line-clamp]')?.getBoundingClientRect().bottom;
    const lines = rectsOf(node, 0, text.length);
    for (const rect of lines) {
      if (clamp === undefined || rect.bottom <= clamp + 2) {
        texts.push({ node, text: text.trim().slice(0, 40), rect });
      }
    }
    // URLs may break anywhere, and hyphenated words may break at their hyphens.
    const isWhole = lines.length < 2 || parent.closest('[dir=ltr]') !== null;
    for (const { 0: word, index } of isWhole ? [] : text.matchAll(/[^\s/-]+/g)) {
      const tops = rectsOf(node, index, index + word.length).map(({ top }) => Math.round(top));
      if (new Set(tops).size > 1) {
        wrong.add(`torn: ${word}`);
      }
    }
  }
  for (const { node, text, rect } of texts) {
    // Tables scroll separately.
    const isScrolled = node.parentElement?.closest('table') !== null;
    if (!isScrolled && (rect.left < -1 || rect.right > root.clientWidth + 1)) {
      wrong.add(`outside of the screen: ${text}`);
    }
  }
  // Sort from top to bottom, so that each text is compared only with those that begin above its
  // end.
  texts.sort((a, b) => a.rect.top - b.rect.top);
  for (const [at, a] of texts.entries()) {
    for (let next = at + 1; next < texts.length; next += 1) {
      const b = texts[next]!;
      if (b.rect.top >= a.rect.bottom) {
        break;
      }
      if (a.node !== b.node && overlap(a.rect, b.rect)) {
        wrong.add(`one over the other: ${a.text} | ${b.text}`);
      }
    }
  }
  for (const box of [...document.querySelectorAll('.badge, .button')].filter(isShown)) {
    const frame = box.getBoundingClientRect();
    for (const { node, text, rect } of texts) {
      if (!box.contains(node)) {
        if (overlap(frame, rect)) {
          wrong.add(`a box over a text: ${box.textContent} | ${text}`);
        }
      } else if (rect.left < frame.left - 1 || rect.right > frame.right + 1) {
        wrong.add(`outside of its box: ${text}`);
      }
    }
  }
  return [...wrong];
}
