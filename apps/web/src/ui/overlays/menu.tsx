import { Menu as Radix } from 'radix-ui/internal';
import type { ReactNode } from 'react';
import { useRef } from 'react';
import { documentDirection } from './document-direction.js';

/** An action in a menu. */
export interface MenuItem {
  readonly id: string;
  readonly label: ReactNode;
  readonly icon?: ReactNode;
  readonly onSelect: () => void;
}

/** The props that `MenuButton` passes once the menu's code is loaded. */
export interface MenuProps {
  /**
   * The button that opened the menu. The menu is positioned beside it, labelled by it, and returns
   * the focus to it.
   */
  readonly button: HTMLElement;
  /** The id of the menu, which the button refers to. */
  readonly id: string;
  readonly items: readonly MenuItem[];
  /** True if the menu was opened with the keyboard, so that the first item gets the focus. */
  readonly byKeyboard: boolean;
  readonly onClose: () => void;
}

const LANDMARKS = '[role=dialog], main, header, footer';

const within = (button: HTMLElement, { target }: Event) =>
  target instanceof Node && button.contains(target);

/**
 * The open menu. Radix's DropdownMenu is not used, because it has to render the button itself,
 * while our button exists and has the focus before this code is loaded. The menu is not modal: the
 * page stays usable, and no style element for a scroll lock is injected, which the content policy
 * would block.
 */
export function Menu({ button, id, items, byKeyboard, onClose }: MenuProps) {
  const chosen = useRef<MenuItem | null>(null);
  const anchor = useRef(button);

  // Radix checks which input device was used last, but had not been loaded when the button was
  // pressed.
  const onEntryFocus = ({ target }: Event) => {
    if (byKeyboard && target instanceof Element) {
      target.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true });
    }
  };
  // The item runs only now, so that whatever it opens finds the focus on the button and returns it
  // there.
  const onCloseAutoFocus = (event: Event) => {
    event.preventDefault();
    if (document.activeElement === document.body || chosen.current !== null) {
      button.focus({ preventScroll: true });
    }
    chosen.current?.onSelect();
    chosen.current = null;
  };
  return (
    <Radix.Root open modal={false} dir={documentDirection()} onOpenChange={onClose}>
      <Radix.Anchor virtualRef={anchor} />
      {/* The menu is inside its landmark or dialog, as all content must be. */}
      <Radix.Portal container={button.closest<HTMLElement>(LANDMARKS)}>
        <Radix.Content
          id={id}
          aria-labelledby={button.id}
          align="end"
          sideOffset={6}
          collisionPadding={16}
          loop
          onEntryFocus={onEntryFocus}
          onCloseAutoFocus={onCloseAutoFocus}
          // The button handles its own press. Otherwise the press would open the menu again.
          onInteractOutside={(event) => within(button, event) && event.preventDefault()}
          className="card rise z-50 max-h-(--radix-popper-available-height) max-w-[min(20rem,calc(100vw-2rem))] min-w-48 overflow-y-auto p-2"
        >
          {items.map((item) => (
            <Radix.Item
              key={item.id}
              onSelect={() => (chosen.current = item)}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-2 font-medium outline-none data-highlighted:bg-sunk data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-link"
            >
              {item.icon}
              {item.label}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
