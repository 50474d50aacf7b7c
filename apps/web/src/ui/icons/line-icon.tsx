import type { LINE_ICONS } from './sprite-icons.js';

interface LineIconProps {
  readonly icon: (typeof LINE_ICONS)[number];
  /** Classes for position and animation. */
  readonly className?: string;
}

/** An interface icon from the sprite, which keeps icons that every page uses out of the scripts. */
export function LineIcon({ icon, className = '' }: LineIconProps) {
  return (
    <svg aria-hidden className={`size-5 ${className}`}>
      <use href={`${__ICON_SPRITE__}#${icon}`} />
    </svg>
  );
}
