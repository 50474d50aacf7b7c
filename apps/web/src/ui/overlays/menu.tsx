import { Menu as Radix } from 'radix-ui/internal';
import type { ReactNode } from 'react';
import { useRef } from 'react';
import { documentDirection } from './document-direction.js';

/** Something that a menu can do. */
export interface MenuItem {
  readonly id: string;
  readonly label: ReactNode;
  readonly icon?: ReactNode;
  readonly onSelect: () => void;
}

/** What `MenuButton` hands to the menu once its code is there. */
export interface MenuProps {
  /** The button that opened it: the menu stands beside it, is named after it, returns the focus to it. */
  readonly button: HTMLElement;
  /** Id for the menu, to which the button refers. */
  readonly id: string;
  readonly items: readonly MenuItem[];
  /** With a keyboard the first item is focused. */
  readonly byKeyboard: boolean;
  readonly onClose: () => void;
}

const LANDMARKS = '[role=dialog], main, header, footer';

const within = (button: HTMLElement, { target }: Event) =>
  target instanceof Node && button.contains(target);

/**
 * The open menu. Not Radix's DropdownMenu, which wants to render the button: ours stands in the
 * page before this code is loaded, and has the focus. Not modal: the page behind stays usable, and
 * no style element is injected for the lock of its scrolling, which the content policy would refuse.
 */
export function Menu({ button, id, items, byKeyboard, onClose }: MenuProps) {
  const chosen = useRef<MenuItem | null>(null);
  const anchor = useRef(button);

  // Radix asks what was pressed last, but was not there yet when the button was.
  const onEntryFocus = ({ target }: Event) => {
    if (byKeyboard && target instanceof Element) {
      target.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true });
    }
  };
  // Only now is the item done: what it opens finds the focus on the button, and returns it there.
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
      {/* Inside of the landmark or the dialog that it belongs to, where everything has to be. */}
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
          // A press of the button is the button's to answer, else it would open the menu again.
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
