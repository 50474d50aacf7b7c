/** Maps each text node that a translator has removed from the page to the element in its place. */
const standIns = new WeakMap<Node, ChildNode>();

function isStandIn(node: Node | null | undefined): node is ChildNode {
  return node?.nodeName === 'FONT';
}

/**
 * Records which `<font>` element a translator has put in place of a text, and watches that text.
 */
function noteStandIns(records: readonly MutationRecord[], observer: MutationObserver): void {
  for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    if (type === 'characterData') {
      // The page has changed the text. Restore it, so that the translator can translate it again.
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
 * `<font>` elements in place of text nodes that React still holds. If React removes such a node, or
 * inserts something before it, the browser throws NotFoundError and the whole page is lost
 * (github.com/facebook/react/issues/11538). The patched methods use the stand-in instead, and
 * restore a text when it changes. Translators run in an isolated world, so we see only their
 * changes to the document, not their calls.
 */
export function tolerateTranslation({ documentElement, defaultView }: Document): void {
  const prototype = (defaultView ?? window).Node.prototype;
  // Always called with their node as `this`.
  // oxlint-disable-next-line typescript/unbound-method
  const { insertBefore, removeChild } = prototype;

  /** Returns the node that stands in for a child that React believes to be in the document. */
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
