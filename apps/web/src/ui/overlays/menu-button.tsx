import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Button, type ButtonLook } from '../buttons/button.js';
import { Menu, type MenuItem } from './menu.js';

interface MenuButtonProps extends ButtonLook {
  readonly items: readonly MenuItem[];
  readonly children: ReactNode;
}

interface Opened {
  readonly button: HTMLElement;
  readonly byKeyboard: boolean;
  readonly locationKey: string;
}

/** A button with a menu of actions (use a disclosure for links). Navigation closes the menu. */
export function MenuButton({ items, children, ...look }: MenuButtonProps) {
  const id = useId();
  const { key: locationKey } = useLocation();
  const [opened, setOpened] = useState<Opened | null>(null);
  const isOpen = opened?.locationKey === locationKey;

  const open = (button: HTMLElement, byKeyboard: boolean) =>
    setOpened({ button, byKeyboard, locationKey });
  const onClick = ({ currentTarget, detail }: MouseEvent<HTMLElement>) =>
    isOpen ? setOpened(null) : open(currentTarget, detail === 0);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      open(event.currentTarget, true);
    }
  };
  return (
    <>
      <Button
        {...look}
        id={`${id}button`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        {children}
      </Button>
      {isOpen && (
        <Menu
          id={id}
          items={items}
          button={opened.button}
          byKeyboard={opened.byKeyboard}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
