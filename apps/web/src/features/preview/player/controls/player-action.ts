import { STEP } from './seek.js';

/** What a key does to the player. */
export type PlayerAction =
  | { readonly kind: 'toggle' | 'mute' | 'fullscreen' }
  /** Seconds, back or ahead. */
  | { readonly kind: 'seek'; readonly by: number }
  /** To the next lower or higher speed. */
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
/** These need Shift on many keyboards. */
const WITH_SHIFT = /^[<>]$/;
/** These would flicker if the key is held down. */
const ONCE = ['toggle', 'mute', 'fullscreen'];

/** The player action of a single key; null for other keys, and with Ctrl, Alt or ⌘. */
export function playerAction(event: Key): PlayerAction | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing } = event;
  const held = ctrlKey || metaKey || altKey || (shiftKey && !WITH_SHIFT.test(key));
  // Caps Lock is not Shift.
  const name = key.length === 1 ? key.toLowerCase() : key;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  return held || isComposing || action === undefined || (repeat && ONCE.includes(action.kind))
    ? null
    : action;
}

/** Elements that handle every key themselves. */
const FIELDS = 'input:not([type=range]), textarea, select, [contenteditable], [role=dialog]';
/** Keys that controls handle themselves, including a native player. */
const OF_CONTROLS = [' ', 'ArrowLeft', 'ArrowRight'];
const CONTROLS = 'button, a, summary, input, [role=slider], video, audio';

/**
 * Whether a key pressed at `target` is for the player: the player or nothing has the focus. A
 * heading focused for screen readers (`tabindex=-1`) counts as nothing.
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
