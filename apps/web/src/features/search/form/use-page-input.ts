import { useEffect, useEffectEvent } from 'react';
import { onlyLink } from './check-link.js';
import { isOutsideFields } from './outside-fields.js';
import { singleKeysOn } from '../../../lib/browser/single-keys.js';

interface PageInput {
  /** Called when a link is pasted anywhere on the page. */
  readonly onPaste: (text: string) => void;
  /** Called when `/` is pressed. */
  readonly onSlash: () => void;
  /** Called when `?` is pressed. */
  readonly onHelp: () => void;
}

/**
 * Handles page-wide input for the form while no field has the focus. `/` and `?` are its only
 * single-key shortcuts (WCAG 2.1.4).
 */
export function usePageInput({ onPaste, onSlash, onHelp }: PageInput): void {
  const pasted = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text') ?? '';
    if (isOutsideFields(event) && onlyLink(text) !== null) {
      event.preventDefault();
      onPaste(text);
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
    document.addEventListener('paste', (event) => pasted(event), { signal: watched.signal });
    document.addEventListener('keydown', (event) => pressed(event), { signal: watched.signal });
    return () => watched.abort();
  }, []);
}
