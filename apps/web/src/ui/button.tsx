import type { ComponentProps, MouseEvent, MouseEventHandler } from 'react';
import { SiteLink, type SiteLinkProps } from './site-link.js';

/** How a button looks; a button of a kind looks the same on every page. */
export interface ButtonLook {
  /** `primary` once on a screen, `quiet` for the ways beside it, `plain` inside rows and fields. */
  readonly variant: 'primary' | 'quiet' | 'plain';
  /** `large` for the one thing to do on a page, `icon` for a button without words to see. */
  readonly size?: 'medium' | 'large' | 'icon';
  /** Colour of a plain button's words. */
  readonly tone?: 'muted' | 'link' | 'text';
  /** Where it stands (margins, width); not what it looks like. */
  readonly className?: string;
}

const SIZES = { medium: '', large: 'min-h-12 px-6 max-sm:px-4', icon: 'min-w-11 px-2' };
const TONES = { muted: 'text-muted hover:text-text', link: 'text-link', text: '' };

/** The classes of a button, for elements that are none: a summary, a link of a feature. */
export function buttonClass(look: ButtonLook): string {
  const { variant, size = 'medium', tone = 'muted', className } = look;
  const plain = [size === 'medium' && 'px-3', 'hover:bg-sunk', TONES[tone]];
  const kind = variant === 'plain' ? plain : [`button-${variant}`];
  return ['button', ...kind, SIZES[size], className].filter(Boolean).join(' ');
}

interface Busy {
  /** Takes no press, and keeps the focus, which a disabled button would lose. */
  readonly busy?: boolean;
}

function refuse(event: MouseEvent): void {
  event.preventDefault();
}

function whileBusy<E extends Element>(
  busy: boolean | undefined,
  onClick: MouseEventHandler<E> | undefined,
) {
  return { 'aria-disabled': busy === true || undefined, onClick: busy === true ? refuse : onClick };
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className' | 'disabled'> & ButtonLook & Busy;

/** Something to press that does something here. */
export function Button({ variant, size, tone, className, busy, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...whileBusy(busy, onClick)}
      className={buttonClass({ variant, size, tone, className })}
    />
  );
}

type ButtonLinkProps = SiteLinkProps & ButtonLook & Busy;

/** Something to press that leads somewhere: a page of ours (`to`), or any address (`href`). */
export function ButtonLink(props: ButtonLinkProps) {
  const { variant, size, tone, className, busy, onClick, ...rest } = props;
  return (
    <SiteLink
      {...rest}
      {...whileBusy(busy, onClick)}
      className={buttonClass({ variant, size, tone, className })}
    />
  );
}
