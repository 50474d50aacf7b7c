/** The stand-in for each text node that a translator has removed from the page. */
const standIns = new WeakMap<Node, ChildNode>();

function isStandIn(node: Node | null | undefined): node is ChildNode {
  return node?.nodeName === 'FONT';
}

/** Records which `<font>` a translator has put in place of a text, and watches the text. */
function noteStandIns(records: readonly MutationRecord[], observer: MutationObserver): void {
  for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    if (type === 'characterData') {
      // The page has changed the text: restore it, for the translator to translate again.
      const standIn = standIns.get(target);
      if (standIn?.isConnected === true) {
        standIn.replaceWith(target);
      }
      standIns.delete(target);
      continue;
    }
    const standIn = [...addedNodes, previousSibling, nextSibling].find(isStandIn);
    for (const text of removedNodes) {
      if (text.nodeType === Node.TEXT_NODE && standIn !== undefined && text.parentNode !== target) {
        standIns.set(text, standIn);
        observer.observe(text, { characterData: true });
      }
    }
  }
}

/**
 * Lets React work on a page whose texts a browser's translator has replaced. Translators put
 * `<font>` elements in the place of text nodes that React still holds; to remove one of these, or
 * to put something in front of it, throws NotFoundError, and the whole page is lost with it
 * (github.com/facebook/react/issues/11538). This uses the stand-in instead, and restores a text
 * that changes. Translators run in an isolated world, so we see only their changes to the document,
 * not their calls.
 */
export function tolerateTranslation({ documentElement, defaultView }: Document): void {
  const prototype = (defaultView ?? window).Node.prototype;
  // Always called with their node as `this`.
  // oxlint-disable-next-line typescript/unbound-method
  const { insertBefore, removeChild } = prototype;

  /** The node in the document for a child that React believes to be there. */
  const childOf = (parent: Node, child: Node): Node | null => {
    const there = child.parentNode === parent ? child : standIns.get(child);
    return there?.parentNode === parent ? there : null;
  };
  prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const there = childOf(this, child);
    if (there !== null) {
      removeChild.call(this, there);
    }
    return child;
  };
  prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
    return insertBefore.call(this, node, next && childOf(this, next)) as T;
  };
  const observer = new MutationObserver(noteStandIns);
  observer.observe(documentElement, { childList: true, subtree: true });
}
