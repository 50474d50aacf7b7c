import { STEP } from './seek.js';

export type PlayerAction =
  | { readonly kind: 'toggle' | 'mute' | 'fullscreen' }
  /** In seconds: negative for back, positive for ahead. */
  | { readonly kind: 'seek'; readonly by: number }
  /** Switches to the next lower or higher speed. */
  | { readonly kind: 'speed'; readonly by: -1 | 1 };

type Key = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'isComposing'
>;

const ACTIONS: Readonly<Record<string, PlayerAction>> = {
  ' ': { kind: 'toggle' },
  k: { kind: 'toggle' },
  j: { kind: 'seek', by: -STEP.letter },
  l: { kind: 'seek', by: STEP.letter },
  ArrowLeft: { kind: 'seek', by: -STEP.arrow },
  ArrowRight: { kind: 'seek', by: STEP.arrow },
  m: { kind: 'mute' },
  f: { kind: 'fullscreen' },
  '<': { kind: 'speed', by: -1 },
  '>': { kind: 'speed', by: 1 },
};
/** Many keyboards need Shift for these keys. */
const WITH_SHIFT = /^[<>]$/;
/** Repeating these actions while the key is held would make them flicker. */
const ONCE = ['toggle', 'mute', 'fullscreen'];

/**
 * Returns the player action of a single key; null for other keys, and for keys pressed with Ctrl,
 * Alt or ⌘.
 */
export function playerAction(event: Key): PlayerAction | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing } = event;
  const held = ctrlKey || metaKey || altKey || (shiftKey && !WITH_SHIFT.test(key));
  // Caps Lock does not count as Shift.
  const name = key.length === 1 ? key.toLowerCase() : key;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  return held || isComposing || action === undefined || (repeat && ONCE.includes(action.kind))
    ? null
    : action;
}

/** Elements that handle every key themselves. */
const FIELDS = 'input:not([type=range]), textarea, select, [contenteditable], dialog';
/** Keys that controls handle themselves, including the keys of a native player. */
const OF_CONTROLS = [' ', 'ArrowLeft', 'ArrowRight'];
const CONTROLS = 'button, a, summary, input, [role=slider], video, audio';

/**
 * True if a key pressed at `target` is meant for the player, that is, if the focus is on the player
 * or on nothing. A heading focused for screen readers (`tabindex=-1`) counts as nothing.
 */
export function isForPlayer(target: EventTarget | null, key: string, player: Element): boolean {
  if (!(target instanceof Element) || target.closest(FIELDS) !== null) {
    return false;
  }
  if (player.contains(target)) {
    return !OF_CONTROLS.includes(key) || target.closest(CONTROLS) === null;
  }
  return target.matches('html, body, [tabindex="-1"]:not(a, button)');
}
