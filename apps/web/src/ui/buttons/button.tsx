import type { ComponentProps, MouseEvent, MouseEventHandler } from 'react';
import { SiteLink, type SiteLinkProps } from '../links/site-link.js';

/** A button's style, which is the same on every page. */
export interface ButtonLook {
  /**
   * Use `primary` once per screen, `quiet` for the alternatives, and `plain` inside rows and
   * fields.
   */
  readonly variant: 'primary' | 'quiet' | 'plain';
  /** Use `large` for a page's main action, and `icon` for a button without visible text. */
  readonly size?: 'medium' | 'large' | 'icon';
  /** The text color of a plain button. */
  readonly tone?: 'muted' | 'link' | 'text';
  /** Only for position (margins, width), not for style. */
  readonly className?: string;
}

const SIZES = { medium: '', large: 'min-h-12 px-6 max-sm:px-4', icon: 'min-w-11 px-2' };
const TONES = { muted: 'text-muted hover:text-text', link: 'text-link', text: '' };

/** Returns a button's classes, for other elements such as a summary or a feature's link. */
export function buttonClass(look: ButtonLook): string {
  const { variant, size = 'medium', tone = 'muted', className } = look;
  const plain = [size === 'medium' && 'px-3', 'hover:bg-sunk', TONES[tone]];
  const kind = variant === 'plain' ? plain : [`button-${variant}`];
  return ['button', ...kind, SIZES[size], className].filter(Boolean).join(' ');
}

interface Busy {
  /** True to ignore clicks. Unlike a disabled button, it keeps the focus. */
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

/** A button that acts on this page. */
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

/** A link that looks like a button, either to one of our pages (`to`) or to any URL (`href`). */
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
