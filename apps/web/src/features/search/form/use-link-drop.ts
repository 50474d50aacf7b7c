import { useEffect, useEffectEvent, useState } from 'react';
import { isOutsideFields } from './outside-fields.js';

const LINK_TYPES = ['text/uri-list', 'text/plain'];

function holdsLink(event: DragEvent): boolean {
  return (
    isOutsideFields(event) &&
    LINK_TYPES.some((type) => event.dataTransfer?.types.includes(type) === true)
  );
}

function droppedText(event: DragEvent): string {
  return LINK_TYPES.map((type) => event.dataTransfer?.getData(type) ?? '').find(Boolean) ?? '';
}

/**
 * Accepts links that are dropped anywhere on the page.
 * @returns true while a link is dragged over the page
 */
export function useLinkDrop(onText: (text: string) => void): boolean {
  const [hovering, setHovering] = useState(false);
  const dropped = useEffectEvent((event: DragEvent) => {
    setHovering(false);
    if (holdsLink(event)) {
      event.preventDefault();
      onText(droppedText(event));
    }
  });

  useEffect(() => {
    const watched = new AbortController();
    const { signal } = watched;
    const over = (event: DragEvent) => {
      if (holdsLink(event)) {
        event.preventDefault();
        setHovering(true);
      }
    };
    const leave = (event: DragEvent) => {
      // `relatedTarget` is null when the pointer leaves the window, and an element when it moves
      // within the page.
      if (event.relatedTarget === null) {
        setHovering(false);
      }
    };
    document.addEventListener('dragover', over, { signal });
    document.addEventListener('dragleave', leave, { signal });
    document.addEventListener('drop', (event) => dropped(event), { signal });
    return () => watched.abort();
  }, []);

  return hovering;
}
