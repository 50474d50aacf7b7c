import type { LINE_ICONS } from './icon-names.js';

interface LineIconProps {
  readonly icon: (typeof LINE_ICONS)[number];
  /** Where it stands and how it moves. */
  readonly className?: string;
}

/**
 * An icon of the pages themselves, out of the same file as the brands' icons: what stands on every page
 * is in no script.
 */
export function LineIcon({ icon, className = '' }: LineIconProps) {
  return (
    <svg aria-hidden className={`size-5 ${className}`}>
      <use href={`${__PLATFORM_ICONS__}#${icon}`} />
    </svg>
  );
}
