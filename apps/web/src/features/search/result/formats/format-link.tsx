import { type MouseEvent, type PointerEvent, useRef } from 'react';
import { PageLink, type PageLinkProps } from '../../../../ui/links/site-link.js';

/** Tolerated pointer movement between press and release, CSS pixels. */
const TREMBLE_PX = 10;

function isInside(element: Element, x: number, y: number): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}

/**
 * A link to the preview page. A press that started on it follows it even if the row has moved
 * before the release, when a browser would send the click to whatever is under the pointer. Moving
 * away before the release still cancels. The second click of a double click is ignored: it would
 * add a second history entry.
 */
export function FormatLink(props: PageLinkProps) {
  const pressed = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const followed = useRef(false);

  const onPointerDown = (event: PointerEvent<HTMLAnchorElement>) => {
    if (event.button === 0 && event.pointerType !== 'touch') {
      pressed.current = { x: event.clientX, y: event.clientY };
      event.currentTarget.setPointerCapture(event.pointerId);
    }
  };
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    const { currentTarget, clientX, clientY, detail } = event;
    const from = pressed.current;
    pressed.current = null;
    const movedAway =
      from !== null &&
      detail > 0 &&
      Math.hypot(clientX - from.x, clientY - from.y) > TREMBLE_PX &&
      !isInside(currentTarget, clientX, clientY);
    // A click count above 1 may have started elsewhere, before this row moved under the pointer.
    if (movedAway || (detail > 1 && followed.current)) {
      event.preventDefault();
    } else {
      followed.current = true;
    }
  };
  // Not draggable: a slight movement would start a drag instead of a click.
  return <PageLink {...props} draggable={false} onPointerDown={onPointerDown} onClick={onClick} />;
}
