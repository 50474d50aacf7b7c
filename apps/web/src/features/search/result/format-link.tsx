import { type MouseEvent, type PointerEvent, useRef } from 'react';
import { PageLink, type PageLinkProps } from '../../../ui/site-link.js';

/** How far a hand may tremble between press and release, CSS pixels. */
const TREMBLE_PX = 10;

function isInside(element: Element, x: number, y: number): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}

/**
 * A link to the preview page. A press that began on it follows it, although the row may have moved
 * before the release: a browser sends the click to what is under the pointer then. Moving away before
 * the release still cancels. The second click of a double click is ignored: it would be a second entry
 * in the history.
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
    // A count above 1 may have begun elsewhere, before this row came under the pointer.
    if (movedAway || (detail > 1 && followed.current)) {
      event.preventDefault();
    } else {
      followed.current = true;
    }
  };
  // A hand that trembles would drag the link about, which is no click.
  return <PageLink {...props} draggable={false} onPointerDown={onPointerDown} onClick={onClick} />;
}
