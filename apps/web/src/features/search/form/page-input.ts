import { useEffect, useEffectEvent, useState } from 'react';
import { singleKeysOn } from '../../../lib/browser/single-keys.js';
import { onlyLink } from './check-link.js';

const FIELDS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), dialog';

/** True for events on the page itself rather than in a field or a dialog. */
function isOutsideFields({ target }: Event): boolean {
  return !(target instanceof Element) || target.closest(FIELDS) === null;
}

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

interface PageInput {
  /** Called when a link is pasted or dropped anywhere on the page. */
  readonly onText: (text: string) => void;
  /** Called when `/` is pressed. */
  readonly onSlash: () => void;
  /** Called when `?` is pressed. */
  readonly onHelp: () => void;
}

/**
 * Handles page-wide input for the form while no field has the focus. `/` and `?` are its only
 * single-key shortcuts (WCAG 2.1.4).
 * @returns true while a link is dragged over the page
 */
export function usePageInput({ onText, onSlash, onHelp }: PageInput): boolean {
  const [hovering, setHovering] = useState(false);
  const dropped = useEffectEvent((event: DragEvent) => {
    setHovering(false);
    if (holdsLink(event)) {
      event.preventDefault();
      onText(droppedText(event));
    }
  });
  const pasted = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text') ?? '';
    if (isOutsideFields(event) && onlyLink(text) !== null) {
      event.preventDefault();
      onText(text);
    }
  });
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const act = { '/': onSlash, '?': onHelp }[event.key];
    const withOthers = event.ctrlKey || event.metaKey || event.altKey;
    if (act !== undefined && !withOthers && isOutsideFields(event) && singleKeysOn()) {
      event.preventDefault();
      act();
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
    document.addEventListener('paste', (event) => pasted(event), { signal });
    document.addEventListener('keydown', (event) => pressed(event), { signal });
    return () => watched.abort();
  }, []);
  return hovering;
}
