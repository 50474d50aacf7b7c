import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { listen } from '../../lib/browser/listen.js';
import { documentDirection } from './document-direction.js';
import { placeMenu } from './menu-place.js';

export interface MenuItem {
  readonly id: string;
  readonly label: ReactNode;
  readonly icon?: ReactNode;
  readonly onSelect: () => void;
}

interface MenuProps {
  /** The button next to which the menu is placed. It labels the menu and gets the focus back. */
  readonly button: HTMLElement;
  /** The menu's id, which the button refers to. */
  readonly id: string;
  readonly items: readonly MenuItem[];
  /** True if the menu was opened with the keyboard, so the first item gets the focus. */
  readonly byKeyboard: boolean;
  readonly onClose: () => void;
}

/** In milliseconds. After this pause, typing starts a new search. */
const NEW_SEARCH_MS = 1000;

/**
 * Returns a function that finds the next item that starts with the typed letters. Repeating a
 * letter cycles through the items that start with it.
 */
function useTypeahead() {
  const typed = useRef({ text: '', at: -Infinity });
  return (key: string, options: readonly HTMLElement[], current: number) => {
    const at = performance.now();
    const text = (at - typed.current.at > NEW_SEARCH_MS ? '' : typed.current.text) + key;
    typed.current = { text, at };
    const isRepeated = [...text].every((letter) => letter === text[0]);
    const start = current + (isRepeated ? 1 : 0);
    const wanted = (isRepeated ? key : text).toLocaleLowerCase();
    return [...options.slice(start), ...options.slice(0, start)].find((option) =>
      option.textContent.trim().toLocaleLowerCase().startsWith(wanted),
    );
  };
}

/** Keeps the menu next to its button while the page scrolls or resizes. */
function usePlace(menu: RefObject<HTMLElement | null>, button: HTMLElement): void {
  useLayoutEffect(() => {
    const element = menu.current as HTMLElement;
    const place = () => {
      const { offsetWidth: width, scrollHeight, offsetHeight, clientHeight } = element;
      const size = { width, height: scrollHeight + offsetHeight - clientHeight };
      const { clientWidth } = document.documentElement;
      const window = { width: clientWidth, height: innerHeight };
      const isRightToLeft = documentDirection() === 'rtl';
      const at = placeMenu(button.getBoundingClientRect(), size, window, isRightToLeft);
      const [left, top, maxHeight] = [at.left, at.top, at.maxHeight].map((px) => `${px}px`);
      Object.assign(element.style, { left, top, maxHeight });
    };
    // In the top layer, nothing covers or clips the menu. Without popovers, it only has a fixed
    // position.
    element.showPopover?.();
    place();
    return listen(window, ['scroll', 'resize'], place, { capture: true, passive: true });
  }, [menu, button]);
}

/**
 * Closes the menu on a click outside. The focus then returns to the button, unless the clicked
 * element has taken it.
 */
function useWayOut(
  menu: RefObject<HTMLElement | null>,
  button: HTMLElement,
  onClose: () => void,
): void {
  const onPress = useEffectEvent(({ target }: Event) => {
    // The button handles its own clicks. Otherwise, a click would close and reopen the menu.
    const isInside = (part: HTMLElement | null) => target instanceof Node && part?.contains(target);
    if (isInside(menu.current) !== true && isInside(button) !== true) {
      onClose();
    }
  });
  useEffect(() => {
    const press = (event: Event) => onPress(event);
    const stop = listen(document, ['pointerdown'], press, { capture: true });
    return () => {
      stop();
      setTimeout(() => {
        if (document.activeElement === document.body) {
          button.focus({ preventScroll: true });
        }
      });
    };
  }, [button]);
}

/**
 * The open menu, following the menu button pattern of the ARIA Authoring Practices. It is not
 * modal: the page stays usable. In the document, it is next to its button, so that it is inside the
 * same landmark or dialog.
 */
export function Menu({ button, id, items, byKeyboard, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const find = useTypeahead();
  usePlace(menu, button);
  useWayOut(menu, button, onClose);
  useLayoutEffect(() => {
    const first = menu.current?.querySelector<HTMLElement>('[role=menuitem]');
    (byKeyboard ? first : menu.current)?.focus({ preventScroll: true });
  }, [byKeyboard]);

  const leave = () => {
    button.focus({ preventScroll: true });
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, currentTarget, ctrlKey, metaKey, altKey } = event;
    if (key === 'Tab') {
      // Return the focus to the button first, so that the browser moves on from there.
      leave();
      return;
    }
    const options = [...currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
    const current = options.indexOf(document.activeElement as HTMLElement);
    const isCharacter = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
    const steps: Readonly<Record<string, () => HTMLElement | undefined>> = {
      ArrowDown: () => options[(current + 1) % options.length],
      ArrowUp: () => options.at(Math.max(current, 0) - 1),
      Home: () => options[0],
      End: () => options.at(-1),
    };
    if (key === 'Escape') {
      leave();
    } else if (isCharacter) {
      find(key, options, Math.max(current, 0))?.focus();
    } else if (key in steps) {
      steps[key]?.()?.focus();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={menu}
      id={id}
      role="menu"
      popover="manual"
      tabIndex={-1}
      aria-labelledby={button.id}
      onKeyDown={onKeyDown}
      // On phones, the menu is at the bottom of the window, like dialogs. Next to its button, it would
      // cover half of the player.
      className="card rise fixed inset-auto z-50 m-0 min-w-48 overflow-y-auto p-2 text-text max-sm:inset-[auto_1rem_1rem]! max-sm:max-h-[calc(100dvh-2rem)]! max-sm:w-auto sm:max-w-80"
    >
      {items.map(({ id: key, label, icon, onSelect }) => (
        <button
          key={key}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onPointerMove={({ currentTarget }) => currentTarget.focus({ preventScroll: true })}
          onPointerLeave={() => menu.current?.focus({ preventScroll: true })}
          // Return the focus to the button before the action runs, so that a dialog opened by the
          // item can give it back.
          onClick={() => {
            leave();
            onSelect();
          }}
          className="flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-lg px-3 py-2 text-start font-medium -outline-offset-2 outline-link focus:bg-sunk focus:outline-2"
        >
          {icon}
          {label}
        </button>
      ))}
    </div>
  );
}
