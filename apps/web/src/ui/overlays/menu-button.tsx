import { type ComponentType, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { useLocation } from 'react-router-dom';
import { Button, type ButtonLook } from '../buttons/button.js';
import type { MenuItem, MenuProps } from './menu.js';
import { useToast } from './use-toast.js';

interface MenuButtonProps extends ButtonLook {
  readonly items: readonly MenuItem[];
  readonly children: ReactNode;
}

const load = () => import('./menu.js');

interface Opened {
  readonly button: HTMLElement;
  readonly byKeyboard: boolean;
  readonly locationKey: string;
}

/**
 * A button with a menu of actions (use a disclosure for links). The code of the menu is loaded when
 * the button is hovered, focused or pressed.
 */
export function MenuButton({ items, children, ...look }: MenuButtonProps) {
  const { t } = useTranslation();
  const toast = useToast();
  const id = useId();
  const { key: locationKey } = useLocation();
  const [Menu, setMenu] = useState<ComponentType<MenuProps> | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const waiting = useRef(false);
  const isOpen = opened?.locationKey === locationKey;

  const preload = () => void load().catch(() => undefined);
  const open = (button: HTMLElement, byKeyboard: boolean) => {
    setOpened({ button, byKeyboard, locationKey });
    if (waiting.current) {
      return;
    }
    waiting.current = true;
    load()
      .then(
        (loaded) => setMenu(() => loaded.Menu),
        () => {
          setOpened(null);
          toast({ kind: 'error', text: t('ui.failed') });
        },
      )
      .finally(() => (waiting.current = false));
  };
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
        aria-expanded={isOpen && Menu !== null}
        aria-controls={isOpen && Menu !== null ? id : undefined}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        {children}
      </Button>
      {isOpen && Menu !== null && (
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
